import type { AdmissionRequest, AdmissionResponse, AdmissionReview, ReviewVersion } from "../api/admission.ts";
import { metadataOf } from "../api/json-object.ts";
import { failureStatus, type Status } from "../api/meta.ts";
import { denials, toStatus, type Verdict } from "../validate/verdict.ts";
import { auditAnnotations } from "./audit-annotations.ts";
import type { BodyProblem } from "./decode-review.ts";
import { toWarnings, truncateWarning } from "./warnings.ts";

/** The reply to a body: an AdmissionReview, or HTTP 400 with a Status if no uid can be read. */
export interface Reply {
  readonly httpStatus: 200 | 400;
  readonly body: AdmissionReview | Status;
  /** What was read and validated of the body: for the log and the metrics, not for the client. */
  readonly request?: AdmissionRequest;
  readonly verdict?: Verdict;
}

/** Replies to a body that is not a review. */
export function badBody({ version, uid, message }: BodyProblem): Reply {
  const status = failureStatus(400, "BadRequest", message);
  if (uid === undefined) return { httpStatus: 400, body: status };
  return { httpStatus: 200, body: review(version, { uid, allowed: false, status }) };
}

/** Replies to a review that lacks an object that its operation needs. */
export function badRequest(version: ReviewVersion, request: AdmissionRequest, message: string): Reply {
  return { ...badBody({ version, uid: request.uid, message }), request };
}

/** Allows a write without validation; `warning` tells the operator what to fix. */
export function allow(version: ReviewVersion, request: AdmissionRequest, warning?: string): Reply {
  const { uid } = request;
  const response = warning === undefined ? { uid, allowed: true } : { uid, allowed: true, warnings: [truncateWarning(warning)] };
  return { httpStatus: 200, body: review(version, response), request };
}

/** Why lease-guard rejects a body or a review without a verdict; undefined if it does not. */
export function badRequestMessage(reply: Reply): string | undefined {
  const status = statusOf(reply);
  return status?.code === 400 ? status.message : undefined;
}

/** The Status that the client gets if its write is not allowed. */
export function statusOf({ body }: Reply): Status | undefined {
  return body.kind === "Status" ? body : body.response.status;
}

/** Replies with a verdict. */
export function respond(version: ReviewVersion, request: AdmissionRequest, verdict: Verdict): Reply {
  return { httpStatus: 200, body: review(version, toResponse(request, verdict)), request, verdict };
}

function review(apiVersion: ReviewVersion, response: AdmissionResponse): AdmissionReview {
  return { apiVersion, kind: "AdmissionReview", response };
}

interface WrittenObject {
  readonly name?: string | null;
  readonly object?: unknown;
  readonly oldObject?: unknown;
}

/**
 * The response to a request: denials in `status`, other findings in warnings and audit annotations.
 */
export function toResponse(request: WrittenObject & Pick<AdmissionRequest, "uid" | "kind">, verdict: Verdict): AdmissionResponse {
  const { uid, kind } = request;
  if (verdict.findings.length === 0) return { uid, allowed: true };
  const denied = denials(verdict);
  const warned = toWarnings(verdict);
  return {
    uid,
    allowed: denied.length === 0,
    ...(denied.length > 0 && { status: toStatus(kind, objectName(request), denied) }),
    ...(warned.length > 0 && { warnings: warned }),
    auditAnnotations: auditAnnotations(verdict),
  };
}

/**
 * The name of the written object: a request may leave it to the object, and `generateName` leaves
 * none.
 */
export function objectName({ name, object, oldObject }: WrittenObject): string {
  const own = metadataOf(object ?? oldObject)?.["name"];
  return name || (typeof own === "string" ? own : "");
}
