import type { Excess } from "../validate/submission.ts";
import type { Validate } from "../validate/validate.ts";
import { decodeReview } from "./decode-review.ts";
import { allow, badBody, badRequest, type Reply, respond } from "./respond.ts";
import { toSubmission } from "./to-submission.ts";
import { writtenVersion } from "./unvalidated.ts";

/**
 * Validates the write of an AdmissionReview and returns the response. `body` contains the bytes of
 * the review. If the server has cut the objects out of the review, `cut` contains the reason. Never
 * throws.
 */
export function reviewBody(body: Uint8Array, validate: Validate, now: Date, cut?: Excess): Reply {
  const decoded = decodeReview(body);
  if (!decoded.ok) return badBody(decoded.error);
  const { version, request, excess = cut } = decoded.value;
  const served = writtenVersion(request);
  if (!served.ok) return allow(version, request, served.error);
  const submission = toSubmission(served.value, request, now);
  if (!submission.ok) return badRequest(version, request, submission.error);
  if (submission.value === undefined) return allow(version, request, "no object");
  return respond(version, request, validate(excess === undefined ? submission.value : { ...submission.value, excess }));
}
