import { extentAt, type JsonExtent, memberExtents } from "../text/json-extent.ts";
import { type Excess, type LimitName, limitNames } from "../validate/excess.ts";
import { maxReviewDepth, maxReviewKeys, maxReviewValues } from "./limits.ts";

/** The fields of a request that lease-guard reads, except for the objects. */
const requestFields = ["uid", "kind", "resource", "subResource", "name", "namespace", "operation", "userInfo", "dryRun"] as const;

const objectFields = ["object", "oldObject"] as const;

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
 * Cuts a review that exceeds a limit. The objects keep only the fields that select writes in a
 * policy. Returns undefined if the text contains no whole review. Takes time in proportion to the
 * length of the text, and hardly any memory. Throws a SyntaxError if a key has an invalid escape.
 */
export function cutReview(text: string): CutReview | undefined {
  const review = extentAt(text, 0);
  const limit = review && limitNames.find((name) => review[name] > maximums[name]);
  if (review === undefined || limit === undefined) return undefined;
  const members = memberExtents(text, review.start, ["apiVersion", "kind", "request"]);
  if (members.request === undefined) return undefined;
  const request = memberExtents(text, members.request.start, [...requestFields, ...objectFields]);
  const { object, oldObject } = request;
  const lowers = object !== undefined && oldObject !== undefined && object[limit] < oldObject[limit];
  const kept = [
    ...requestFields.map((name) => memberText(name, sliceOf(text, request[name]))),
    ...objectFields.map((name) => memberText(name, cutObject(text, request[name]))),
  ];
  const envelope = [
    ...(["apiVersion", "kind"] as const).map((name) => memberText(name, sliceOf(text, members[name]))),
    memberText("request", objectText(kept)),
  ];
  return {
    text: objectText(envelope),
    excess: { limit, maximum: maximums[limit], isRepair: lowers && isSameSpec(text, object, oldObject) },
  };
}

/** Returns the text of an object with its name, its namespace, and its labels. */
function cutObject(text: string, extent: JsonExtent | undefined): string | undefined {
  if (extent === undefined) return undefined;
  if (text[extent.start] !== "{") return text[extent.start] === "[" ? "[]" : sliceOf(text, extent);
  const { metadata } = memberExtents(text, extent.start, ["metadata"]);
  const { name, namespace, labels } = metadata ? memberExtents(text, metadata.start, ["name", "namespace", "labels"]) : {};
  const members = [
    memberText("name", name?.depth === 0 ? sliceOf(text, name) : undefined),
    memberText("namespace", namespace?.depth === 0 ? sliceOf(text, namespace) : undefined),
    memberText("labels", labels !== undefined && labels.depth <= 1 && labels.values <= maxKeptLabels ? sliceOf(text, labels) : undefined),
  ];
  return objectText([memberText("metadata", objectText(members))]);
}

/** Reports whether two objects have the same text as their `spec`. */
function isSameSpec(text: string, object: JsonExtent, oldObject: JsonExtent): boolean {
  const [spec, old] = [object, oldObject].map(({ start }) => sliceOf(text, memberExtents(text, start, ["spec"]).spec));
  return spec === old;
}

function sliceOf(text: string, extent: JsonExtent | undefined): string | undefined {
  return extent && text.slice(extent.start, extent.end);
}

function memberText(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`"${name}":${value}`];
}

function objectText(members: readonly (readonly string[])[]): string {
  return `{${members.flat().join(",")}}`;
}
