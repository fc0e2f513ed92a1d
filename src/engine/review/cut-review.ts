import { type JsonExtent, memberExtents } from "../../core/text/json-scan.ts";
import type { Excess, LimitName } from "../validate/submission.ts";
import { maxReviewDepth, maxReviewKeys, maxReviewValues } from "./limits.ts";

/**
 * The maximum number of labels that a cut object keeps. The labels of two objects then fit in a
 * review.
 */
const maxKeptLabels = 200_000;

/** The limits of a review that has been read. The server itself cuts a review of too many bytes. */
type CountedLimit = Exclude<LimitName, "bytes">;

const maximums: Readonly<Record<CountedLimit, number>> = {
  values: maxReviewValues,
  keys: maxReviewKeys,
  depth: maxReviewDepth,
};

/** A review without most parts of its objects, and the limit that the whole review exceeds. */
export interface CutReview {
  readonly text: string;
  readonly excess: Excess;
}

/**
 * Cuts the objects out of a review that exceeds a limit. The objects keep only the fields that
 * conditions of a policy match. Returns undefined if the request has no objects. The result can
 * still exceed a limit. Takes time in proportion to the length of the text, and hardly any memory.
 * Throws a SyntaxError if a key has an invalid escape.
 */
export function cutReview(text: string): CutReview | undefined {
  const { request } = memberExtents(text, 0, ["request"]);
  const found = request ? memberExtents(text, request.start, ["object", "oldObject"]) : {};
  const [object, oldObject] = [found.object, found.oldObject].map((extent) => extent && cutObject(text, extent));
  const objects = [object, oldObject].filter((each) => each !== undefined).sort((a, b) => a.start - b.start);
  if (objects.length === 0) return undefined;
  const limit = exceededBy(objects);
  const lowers = object !== undefined && oldObject !== undefined && object[limit] < oldObject[limit];
  return {
    text: withCut(text, objects),
    excess: { limit, maximum: maximums[limit], isRepair: lowers && object.spec === oldObject.spec },
  };
}

/**
 * Returns the limit that objects exceed in a review. In a review, an object is two levels below the
 * top. If the objects exceed the number of values only together with the rest of the review,
 * returns this limit.
 */
function exceededBy(objects: readonly JsonExtent[]): CountedLimit {
  if (objects.some(({ depth }) => depth + 2 > maxReviewDepth)) return "depth";
  return objects.some(({ keys }) => keys > maxReviewKeys) &&
    objects.reduce((sum, { values }) => sum + values, 0) <= maxReviewValues
    ? "keys"
    : "values";
}

interface CutObject extends JsonExtent {
  readonly spec: string | undefined;
  readonly cut: string;
}

/** Cuts an object to its name, its namespace, and its labels. */
function cutObject(text: string, extent: JsonExtent): CutObject {
  const isObject = text[extent.start] === "{";
  const { metadata, spec } = memberExtents(text, extent.start, ["metadata", "spec"]);
  const { name, namespace, labels } = metadata
    ? memberExtents(text, metadata.start, ["name", "namespace", "labels"])
    : {};
  const members = [
    ...(name?.depth === 0 ? [`"name":${textOf(text, name)}`] : []),
    ...(namespace?.depth === 0 ? [`"namespace":${textOf(text, namespace)}`] : []),
    ...(labels && labels.depth <= 1 && labels.values <= maxKeptLabels ? [`"labels":${textOf(text, labels)}`] : []),
  ];
  const other = extent.depth === 0 ? textOf(text, extent) : "[]";
  return { ...extent, spec: spec && textOf(text, spec), cut: isObject ? `{"metadata":{${members.join(",")}}}` : other };
}

/** Returns a text with the cut objects. The objects must be in the order of the text. */
function withCut(text: string, objects: readonly CutObject[]): string {
  let kept = "";
  let from = 0;
  for (const { start, end, cut } of objects) {
    kept += text.slice(from, start) + cut;
    from = end;
  }
  return kept + text.slice(from);
}

function textOf(text: string, { start, end }: JsonExtent): string {
  return text.slice(start, end);
}
