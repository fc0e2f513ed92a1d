import { isReview } from "../core/api/admission.ts";
import { specTimes } from "../core/api/coordination.ts";
import { property } from "../core/api/json-object.ts";
import { isOfApiGroup } from "../core/api/meta.ts";
import type { FieldPath } from "../core/field/path.ts";
import { failed, ok, type Result } from "../core/field/result.ts";
import { parseTime } from "../core/text/time.ts";

/** A record of a review, which is a line of a file of `serve --record`. */
export interface ReviewRecord {
  readonly time: Date;
  readonly review: unknown;
}

/** The time of a review, from a record or from the objects. */
export interface FoundTime {
  /** The value is undefined if there is no record with a time, and the objects contain no time. */
  readonly time: Date | undefined;
  /** True if `time` is not the time of a record, but an estimate from the objects. */
  readonly isEstimate: boolean;
}

/** An AdmissionReview that a value contains, before any validation, and its path in the value. */
export interface FoundReview extends FoundTime {
  readonly review: unknown;
  readonly path: FieldPath;
}

/**
 * Finds the AdmissionReview in a value. The value is an AdmissionReview itself, or a record of
 * `serve --record` with a time and an AdmissionReview. Returns undefined for any other value. Fails
 * if the time of the record is invalid.
 */
export function findReview(value: unknown): Result<FoundReview, string> | undefined {
  if (isReview(value)) return ok({ review: value, path: [], ...foundTime(value, undefined) });
  const field = (name: keyof ReviewRecord): unknown => property(value, name);
  const [review, written] = [field("review"), field("time")];
  if (!isReview(review)) return undefined;
  const time = typeof written === "string" ? parseTime(written) : undefined;
  if (written !== undefined && time === undefined) return failed("must have an RFC 3339 time");
  return ok({ review, path: ["review"], ...foundTime(review, time) });
}

function foundTime(review: unknown, time: Date | undefined): FoundTime {
  return { time: time ?? estimatedTime(review), isEstimate: time === undefined };
}

/**
 * Returns the newest time in the objects of a review as an estimate of the time of the write. A
 * client usually sets the current time in the new object. The old object usually has an earlier
 * time. Returns undefined if the objects contain no time.
 */
function estimatedTime(review: unknown): Date | undefined {
  const request = property(review, "request");
  const texts = ["object", "oldObject"].flatMap((name) => timesOf(property(request, name)));
  const newest = texts.reduce((newest: number, text) => {
    return typeof text === "string" ? Math.max(newest, parseTime(text)?.getTime() ?? 0) : newest;
  }, 0);
  return newest === 0 ? undefined : new Date(newest);
}

function timesOf(object: unknown): readonly unknown[] {
  const [metadata, spec] = [property(object, "metadata"), property(object, "spec")];
  const managedFields = property(metadata, "managedFields");
  return [
    ...["creationTimestamp", "deletionTimestamp"].map((name) => property(metadata, name)),
    ...specTimes.map((name) => property(spec, name)),
    ...(Array.isArray(managedFields) ? managedFields.map((entry: unknown) => property(entry, "time")) : []),
  ];
}

/**
 * Returns the time at which to validate a review. The time of a record comes before the time that
 * the user has chosen, and this time comes before the estimate. Returns `current` if there is no
 * time, or if the estimate is later than `current` and thus wrong.
 */
export function reviewTime({ time, isEstimate }: FoundTime, current: Date, chosen?: Date): Date {
  if (time === undefined || (isEstimate && chosen !== undefined)) return chosen ?? current;
  return isEstimate && time > current ? current : time;
}

/**
 * Finds the AdmissionReview of the group `admission.k8s.io` in a document or in a record of `serve
 * --record`. Returns undefined for any other document. The error states what is wrong with a
 * record.
 */
export function findKubernetesReview(value: unknown): ReturnType<typeof findReview> {
  const found = findReview(value);
  return found === undefined || (found.ok && !isOfApiGroup(found.value.review, "admission.k8s.io")) ? undefined : found;
}
