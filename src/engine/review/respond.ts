import type { AdmissionRequest, AdmissionResponse, AdmissionReview, ReviewVersion } from "../../core/api/admission.ts";
import { referenceTo } from "../../core/api/fields.ts";
import { failureStatus, type Status } from "../../core/api/meta.ts";
import { errorText } from "../../core/field/error.ts";
import type { ObjectReference } from "../../core/field/object-reference.ts";
import { failed, ok, type Result } from "../../core/field/result.ts";
import { dayOf } from "../../core/text/time.ts";
import { objectFieldOf } from "../../rules/rule.ts";
import { denials, type Finding, toStatus, type Verdict, warnings } from "../validate/verdict.ts";
import { auditAnnotations } from "./audit-annotations.ts";
import type { BodyProblem } from "./decode-review.ts";
import { type UnvalidatedReason, unvalidatedWarning } from "./unvalidated.ts";

/**
 * The maximum length of a warning in characters. If all warnings together are longer than 4096
 * characters, kube-apiserver truncates each warning to this length.
 */
const maxLength = 256;

/**
 * The maximum number of warnings before `and more`. 15 warnings of 256 characters are 3840
 * characters long together. kube-apiserver truncates warnings only above 4096 characters.
 */
const maxWarnings = 15;

/**
 * The response to a request body. The log and the metrics read `request` and `verdict`. The client
 * does not receive these two fields.
 */
export type Reply = ValidatedReview | UnvalidatedReview | RejectedReview | RejectedBody;

export interface ValidatedReview {
  readonly httpStatus: 200;
  readonly body: AdmissionReview;
  readonly request: AdmissionRequest;
  readonly reason?: undefined;
  readonly verdict: Verdict;
}

/** The response to a review whose write is allowed without validation. */
export interface UnvalidatedReview {
  readonly httpStatus: 200;
  readonly body: AdmissionReview;
  readonly request: AdmissionRequest;
  readonly reason: UnvalidatedReason;
  readonly verdict?: undefined;
}

interface RejectedReview {
  readonly httpStatus: 200;
  readonly body: AdmissionReview & { readonly response: { readonly status: Status } };
  readonly request?: AdmissionRequest;
  readonly reason?: undefined;
  readonly verdict?: undefined;
}

/**
 * The response to a body without a readable uid. The response is a Status, because an
 * AdmissionReview needs the uid.
 */
interface RejectedBody {
  readonly httpStatus: 400;
  readonly body: Status;
  readonly request?: undefined;
  readonly reason?: undefined;
  readonly verdict?: undefined;
}

export function badBody({ version, uid, message }: BodyProblem): Reply {
  if (uid === undefined) return { httpStatus: 400, body: badRequestStatus(message) };
  return { httpStatus: 200, body: rejection(version, uid, message) };
}

function rejection(version: ReviewVersion, uid: string, message: string): RejectedReview["body"] {
  return toReview(version, { uid, allowed: false, status: badRequestStatus(message) });
}

function badRequestStatus(message: string): Status {
  return failureStatus(400, message);
}

/**
 * Returns the response to a review in which an object is missing, such as `oldObject` of an UPDATE.
 */
export function badRequest(version: ReviewVersion, request: AdmissionRequest, message: string): Reply {
  return { httpStatus: 200, body: rejection(version, request.uid, message), request };
}

export function allow(version: ReviewVersion, request: AdmissionRequest, reason: UnvalidatedReason): Reply {
  const { uid } = request;
  const warning = unvalidatedWarning(reason, request);
  const response =
    warning === undefined ? { uid, allowed: true } : { uid, allowed: true, warnings: [truncateWarning(warning)] };
  return { httpStatus: 200, body: toReview(version, response), request, reason };
}

/** Returns `reply` itself if the review is valid. */
export function validReview(reply: Reply): Result<ValidatedReview | UnvalidatedReview, string> {
  if (reply.verdict !== undefined || reply.reason !== undefined) return ok(reply);
  return failed(reply.httpStatus === 400 ? reply.body.message : reply.body.response.status.message);
}

export function statusOf({ httpStatus, body }: Reply): Status | undefined {
  return httpStatus === 400 ? body : body.response.status;
}

export function respond(version: ReviewVersion, request: AdmissionRequest, verdict: Verdict): Reply {
  return { httpStatus: 200, body: toReview(version, toResponse(request, verdict)), request, verdict };
}

export function toReview<R extends AdmissionResponse>(
  apiVersion: ReviewVersion,
  response: R,
): AdmissionReview & { readonly response: R } {
  return { apiVersion, kind: "AdmissionReview", response };
}

export interface WrittenObject {
  readonly operation: string;
  readonly name?: string | null;
  readonly namespace?: string | null;
  readonly object?: unknown;
  readonly oldObject?: unknown;
}

export function toResponse(
  request: WrittenObject & Pick<AdmissionRequest, "uid" | "kind">,
  verdict: Verdict,
): AdmissionResponse {
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

export function writtenReference(request: AdmissionRequest): ObjectReference {
  return { kind: request.kind.kind, namespace: objectNamespace(request), name: objectName(request) };
}

export function objectNamespace(request: WrittenObject): string {
  return request.namespace || referenceTo("", request[objectFieldOf(request.operation)]).namespace;
}

export function objectName(request: WrittenObject): string {
  return request.name || referenceTo("", request[objectFieldOf(request.operation)]).name;
}

/**
 * Returns the warnings for the client: one for each finding of mode `warn`, and one for each
 * expired exemption. If there are more than 15 warnings, `and more` replaces the others.
 */
export function toWarnings(verdict: Verdict): readonly string[] {
  const texts = [...expiries(verdict), ...warnings(verdict).map(warningText)];
  return texts.length > maxWarnings ? [...texts.slice(0, maxWarnings), "and more"] : texts;
}

function warningText(finding: Finding): string {
  const ending = ` (${finding.origin})`;
  const whole = errorText(finding);
  const isLong = [...whole.slice(0, maxLength + 1), ...ending].length > maxLength;
  return truncateWarning(isLong ? errorText({ ...finding, badValue: undefined }) : whole, ending);
}

/**
 * Returns the warnings about expired exemptions, except for findings of mode `audit`. A denied
 * write also gets these warnings, because an expired exemption can be the reason for the denial.
 */
function expiries({ findings }: Verdict): readonly string[] {
  const texts = findings.flatMap((finding) => {
    if (finding.source === "schema" || finding.mode === "audit" || finding.expiredExemption === undefined) return [];
    const { owner, expires } = finding.expiredExemption;
    return [
      truncateWarning(
        `the exemption owned by ${owner} expired on ${dayOf(expires)}; contact ${owner}`,
        ` (${finding.origin})`,
      ),
    ];
  });
  return [...new Set(texts)];
}

/**
 * Returns a string and its ending as one line of at most 256 characters. Truncates a long string,
 * but keeps the whole ending. Replaces control characters and other characters of the Unicode
 * category C, because kube-apiserver silently drops a warning that contains a control character.
 */
export function truncateWarning(text: string, ending = ""): string {
  const line = [...text.slice(0, 2 * maxLength).replaceAll(/\p{C}/gu, " ")];
  const room = maxLength - [...ending].length;
  return line.length <= room ? line.join("") + ending : `${line.slice(0, room - 1).join("")}…${ending}`;
}
