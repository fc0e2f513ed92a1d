import { isReview } from "../api/admission.ts";
import { property } from "../api/json-object.ts";
import { isOfApiGroup } from "../api/meta.ts";
import type { FieldPath } from "../field/path.ts";
import { failed, ok, type Result } from "../field/result.ts";
import { parseTime } from "../text/time.ts";

/** A record of a review, which is a line of a file of `serve --record`. */
export interface ReviewRecord {
  readonly time: Date;
  readonly review: unknown;
}

/** An AdmissionReview that a value contains, before any validation. */
export interface FoundReview {
  readonly review: unknown;
  readonly path: FieldPath;
  /** The time of the record, or undefined for an AdmissionReview outside a record. */
  readonly time: Date | undefined;
}

/**
 * Finds the AdmissionReview in a value. The value is an AdmissionReview itself, or a record of
 * `serve --record` with a time and an AdmissionReview. Returns undefined for any other value. Fails
 * if the time of the record is invalid.
 */
export function findReview(value: unknown): Result<FoundReview, string> | undefined {
  if (isReview(value)) return ok({ review: value, path: [], time: undefined });
  const field = (name: keyof ReviewRecord): unknown => property(value, name);
  const [review, written] = [field("review"), field("time")];
  if (!isReview(review)) return undefined;
  const time = typeof written === "string" ? parseTime(written) : undefined;
  if (written !== undefined && time === undefined) return failed("must have an RFC 3339 time");
  return ok({ review, path: ["review"], time });
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
