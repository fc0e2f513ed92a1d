import { ok, type Result } from "../core/field/result.ts";
import { validReview, writtenReference } from "../engine/review/respond.ts";
import { reviewBody } from "../engine/review/review.ts";
import type { Submission } from "../engine/validate/submission.ts";
import { type ObservedWrite, observe } from "./observed-write.ts";

/**
 * Returns the write of an AdmissionReview. Returns undefined if lease-guard does not validate the
 * write, and fails if the review is invalid. `body` contains the bytes of the review.
 */
export function reviewedWrite(body: Uint8Array, now: Date): Result<ObservedWrite | undefined, string> {
  let submission: Submission | undefined;
  const reply = reviewBody(
    body,
    (decoded) => {
      // lease-guard has not read all fields of a write that exceeds a limit.
      submission = decoded.excess === undefined ? decoded : undefined;
      return { findings: [], crashes: [], abstained: [] };
    },
    now,
  );
  const valid = validReview(reply);
  if (!valid.ok) return valid;
  const { namespace, name } = writtenReference(valid.value.request);
  return ok(submission && { ...observe(submission), namespace, name });
}
