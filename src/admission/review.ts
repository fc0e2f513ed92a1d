import type { AdmissionRequest } from "../api/admission.ts";
import { type ServedVersion, servedVersion } from "../api/served-versions.ts";
import type { Validate } from "../validate/validate.ts";
import { decodeReview } from "./decode-review.ts";
import { allow, badBody, badRequest, type Reply, respond } from "./respond.ts";
import { toSubmission } from "./to-submission.ts";

/**
 * Validates the write of an AdmissionReview and returns the reply. `body` contains the bytes of the
 * review. Never throws.
 */
export function reviewBody(body: Uint8Array, validate: Validate, now: Date): Reply {
  const decoded = decodeReview(body);
  if (!decoded.ok) return badBody(decoded.error);
  const { version, request } = decoded.value;
  const served = writtenVersion(request);
  if (served === undefined) return allow(version, request, configurationWarning(request));
  const submission = toSubmission(served, request, now);
  if (!submission.ok) return badRequest(version, request, submission.error);
  if (submission.value === undefined) return allow(version, request);
  return respond(version, request, validate(submission.value));
}

/**
 * Returns the served version of the written object. Returns undefined if lease-guard does not
 * validate the kind or its version, and for every write of a subresource.
 */
function writtenVersion({ kind, subResource }: AdmissionRequest): ServedVersion | undefined {
  return subResource ? undefined : servedVersion(kind);
}

function configurationWarning({ kind, resource, subResource }: AdmissionRequest): string {
  const written = subResource ? `${resource.resource}/${subResource}` : `${kind.kind}.${kind.version}.${kind.group}`;
  return `lease-guard does not validate ${written}: remove it from the rules of the ValidatingWebhookConfiguration`;
}
