import type { AdmissionRequest, AdmissionResponse, AdmissionReview, ReviewVersion } from "../api/admission.ts";
import { metadataOf } from "../api/json-object.ts";
import { failureStatus, type Status } from "../api/meta.ts";
import { denials, toStatus, type Verdict } from "../validate/verdict.ts";
import { auditAnnotations } from "./audit-annotations.ts";
import { toWarnings, truncateWarning } from "./warning.ts";

/** What goes back: an AdmissionReview, or where no uid could be read HTTP 400 with a Status. */
export interface Reply {
  readonly httpStatus: 200 | 400;
  readonly body: AdmissionReview | Status;
  /** What was asked and judged, as far as it came to that: for the log, not for the client. */
  readonly request?: AdmissionRequest;
  readonly verdict?: Verdict;
}

/** Answers a body that is no review; `uid` is undefined where none could be read. */
export function badBody(version: ReviewVersion, uid: string | undefined, message: string): Reply {
  const status = failureStatus(400, "BadRequest", message);
  if (uid === undefined) return { httpStatus: 400, body: status };
  return { httpStatus: 200, body: review(version, { uid, allowed: false, status }) };
}

/** Answers a review that lacks what its operation needs. */
export function badRequest(version: ReviewVersion, request: AdmissionRequest, message: string): Reply {
  return { ...badBody(version, request.uid, message), request };
}

/** Lets a write through that lease-guard has nothing to say on; `warning` tells the operator what to mend. */
export function allow(version: ReviewVersion, request: AdmissionRequest, warning?: string): Reply {
  const { uid } = request;
  const response = warning === undefined ? { uid, allowed: true } : { uid, allowed: true, warnings: [truncateWarning(warning)] };
  return { httpStatus: 200, body: review(version, response), request };
}

/** Why a reply's body could not be judged; undefined where it was, or need not be. */
export function badRequestMessage(reply: Reply): string | undefined {
  const status = statusOf(reply);
  return status?.code === 400 ? status.message : undefined;
}

/** What a client is told of a write that is not allowed. */
export function statusOf({ body }: Reply): Status | undefined {
  return body.kind === "Status" ? body : body.response.status;
}

/** Answers with a verdict. */
export function respond(version: ReviewVersion, request: AdmissionRequest, verdict: Verdict): Reply {
  return { httpStatus: 200, body: review(version, toResponse(request, verdict)), request, verdict };
}

function review(apiVersion: ReviewVersion, response: AdmissionResponse): AdmissionReview {
  return { apiVersion, kind: "AdmissionReview", response };
}

/** A verdict as the client hears of it: refusals in `status`, the rest in warnings. */
export function toResponse(request: AdmissionRequest, verdict: Verdict): AdmissionResponse {
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

/** The name of what is written; a hand-made request may leave it to the object, and a name may still have to be made. */
export function objectName({ name, object, oldObject }: AdmissionRequest): string {
  const named = metadataOf(object ?? oldObject)?.["name"];
  return name || (typeof named === "string" ? named : "");
}
