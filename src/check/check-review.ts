import type { AdmissionRequest } from "../core/api/admission.ts";
import { apiVersionOf } from "../core/api/meta.ts";
import { shorten } from "../core/field/path.ts";
import { failed, ok, type Result } from "../core/field/result.ts";
import { mustNotBeLarger } from "../core/text/byte-length.ts";
import { maxBodyBytes } from "../engine/review/limits.ts";
import { validReview, writtenReference } from "../engine/review/respond.ts";
import { reviewBody } from "../engine/review/review.ts";
import { type UnvalidatedReason, unservedReasons } from "../engine/review/unvalidated.ts";
import { type FoundReview, reviewTime } from "../recording/recorded-review.ts";
import { objectFieldOf } from "../rules/rule.ts";
import type { ObjectIdentity } from "./reports/result.ts";
import type { CheckSettings } from "./settings.ts";
import type { ObjectFindings } from "./tally.ts";

export interface SkippedReview {
  readonly identity: ObjectIdentity;
  readonly reason: string;
}

/** The result of a review, and the field of its request that contains the written object. */
type CheckedReview = (ObjectFindings | SkippedReview) & { readonly field: ReturnType<typeof objectFieldOf> };

/**
 * Validates an AdmissionReview with the function that the webhook uses. Returns a skipped review if
 * lease-guard does not validate the write. The error states why the webhook would reject the
 * review.
 */
export function checkReview(
  found: FoundReview,
  { validate, context, now }: CheckSettings,
): Result<CheckedReview, string> {
  const { review } = found;
  if (leftAfter(review, maxBodyBytes) < 0)
    return failed(`${mustNotBeLarger(maxBodyBytes)} as JSON, which the webhook rejects`);
  const reply = reviewBody(
    new TextEncoder().encode(JSON.stringify(review)),
    validate,
    reviewTime(found, context.now, now),
  );
  const valid = validReview(reply);
  if (!valid.ok) return valid;
  const { request, reason, verdict } = valid.value;
  const reviewed = { identity: reviewedIdentity(request), field: objectFieldOf(request.operation) };
  return ok(
    verdict === undefined
      ? { ...reviewed, reason: skipReason(reason, request) }
      : { ...reviewed, ...verdict, ignored: [] },
  );
}

function reviewedIdentity(request: AdmissionRequest): ObjectIdentity {
  return { apiVersion: apiVersionOf(request.kind), ...writtenReference(request) };
}

function skipReason(reason: UnvalidatedReason, { operation, subResource }: AdmissionRequest): string {
  if (reason === "subresource") return `has a review of its subresource ${shorten(subResource ?? "")}`;
  return reason === "no object" ? `has a review of a ${operation} without an object` : unservedReasons[reason];
}

/**
 * Returns `bytes` minus a lower bound of the value's size as JSON. If the result is negative, the
 * JSON is larger than `bytes`. Stops as soon as the result is negative, because the value of a
 * small YAML document with aliases can be very large.
 */
function leftAfter(value: unknown, bytes: number): number {
  if (typeof value === "string") return bytes - value.length;
  if (typeof value !== "object" || value === null) return bytes - 1;
  let left = bytes;
  for (const [key, field] of Object.entries(value)) {
    left = leftAfter(field, left - key.length);
    if (left < 0) break;
  }
  return left;
}
