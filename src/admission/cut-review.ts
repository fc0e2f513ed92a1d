import { extentAt, type JsonExtent, memberExtents } from "../text/json-extent.ts";
import { type Excess, type LimitName, limitNames } from "../validate/excess.ts";
import { maxReviewDepth, maxReviewKeys, maxReviewValues } from "./limits.ts";

/**
 * The maximum number of labels that a cut object keeps. The labels of two objects then fit in a
 * review.
 */
const maxKeptLabels = 200_000;

const maximums: Readonly<Record<LimitName, number>> = { values: maxReviewValues, keys: maxReviewKeys, depth: maxReviewDepth };

/** A review without most parts of its objects, and the limit that the whole review exceeds. */
export interface CutReview {
  readonly text: string;
  readonly excess: Excess;
}

/**
 * Cuts the objects out of a review that exceeds a limit. The objects keep only the fields that
 * conditions of a policy match. Returns undefined if the text contains no whole review. The result
 * can still exceed a limit. Takes time in proportion to the length of the text, and hardly any
 * memory. Throws a SyntaxError if a key has an invalid escape.
 */
export function cutReview(text: string): CutReview | undefined {
  const review = extentAt(text, 0);
  const limit = review && limitNames.find((name) => review[name] > maximums[name]);
  if (review === undefined || limit === undefined) return undefined;
  const { request } = memberExtents(text, review.start, ["request"]);
  const { object, oldObject } = request ? memberExtents(text, request.start, ["object", "oldObject"]) : {};
  const lowers = object !== undefined && oldObject !== undefined && object[limit] < oldObject[limit];
  return {
    text: withCut(text, [object, oldObject]),
    excess: { limit, maximum: maximums[limit], isRepair: lowers && specText(text, object) === specText(text, oldObject) },
  };
}

/** Returns a text with cut values in place of the values at some extents. */
function withCut(text: string, extents: readonly (JsonExtent | undefined)[]): string {
  let kept = "";
  let from = 0;
  for (const extent of extents.filter((each) => each !== undefined).sort((a, b) => a.start - b.start)) {
    kept += text.slice(from, extent.start) + cutValue(text, extent);
    from = extent.end;
  }
  return kept + text.slice(from);
}

/**
 * Returns the text of an object with its name, its namespace, and its labels. A list becomes an
 * empty list. Other values stay the same.
 */
function cutValue(text: string, extent: JsonExtent): string {
  if (text[extent.start] === "[") return "[]";
  if (text[extent.start] !== "{") return textOf(text, extent);
  const { metadata } = memberExtents(text, extent.start, ["metadata"]);
  const { name, namespace, labels } = metadata ? memberExtents(text, metadata.start, ["name", "namespace", "labels"]) : {};
  const members = [
    ...(name?.depth === 0 ? [`"name":${textOf(text, name)}`] : []),
    ...(namespace?.depth === 0 ? [`"namespace":${textOf(text, namespace)}`] : []),
    ...(labels && labels.depth <= 1 && labels.values <= maxKeptLabels ? [`"labels":${textOf(text, labels)}`] : []),
  ];
  return `{"metadata":{${members.join(",")}}}`;
}

/** Returns the text of an object's `spec`, or undefined if there is none. */
function specText(text: string, { start }: JsonExtent): string | undefined {
  const { spec } = memberExtents(text, start, ["spec"]);
  return spec && textOf(text, spec);
}

function textOf(text: string, { start, end }: JsonExtent): string {
  return text.slice(start, end);
}
