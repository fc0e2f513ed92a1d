import type { AdmissionRequest, ReviewVersion } from "../../core/api/admission.ts";
import { fieldAt } from "../../core/api/fields.ts";
import { mustNotNestDeeper, property } from "../../core/api/json-object.ts";
import { errorText } from "../../core/field/error.ts";
import { failed, ok, type Result } from "../../core/field/result.ts";
import { exceedsLimits } from "../../core/text/json-scan.ts";
import { checkSchema } from "../../schema/check.ts";
import { isReviewUid } from "../../schema/formats.ts";
import type { SchemaFinding } from "../../schema/to-field-error.ts";
import type { Excess } from "../validate/submission.ts";
import { type CutReview, cutReview } from "./cut-review.ts";
import { emptyFieldsV1 } from "./empty-fields-v1.ts";
import { maxReviewDepth, maxReviewKeys, maxReviewValues, maxUnsizedLength } from "./limits.ts";

/**
 * The request of a valid AdmissionReview, and the version of the review. lease-guard responds in
 * the same version.
 */
export interface DecodedReview {
  readonly version: ReviewVersion;
  readonly request: AdmissionRequest;
  /** The limit that the review exceeds. `cutReview` has then cut the objects of the request. */
  readonly excess?: Excess;
}

/** The reason why a request body is not a valid AdmissionReview. */
export interface BodyProblem {
  readonly version: ReviewVersion;
  readonly uid: string | undefined;
  readonly message: string;
}

const limits = { maxDepth: maxReviewDepth, maxValues: maxReviewValues, maxKeys: maxReviewKeys };

const depthLimit = { maxDepth: maxReviewDepth, maxValues: Number.POSITIVE_INFINITY };

const mustHaveFewerValues = `must not contain more than ${maxReviewValues} values, or more than ${maxReviewKeys} keys in one JSON object`;

/**
 * Decodes UTF-8 as Go does, so that invalid bytes become U+FFFD. A client can store invalid bytes
 * in `fieldsV1`, and kube-apiserver then sends them in every review of the object.
 */
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Decodes the bytes of an AdmissionReview. Never throws. If the body is not valid JSON, the error
 * message does not quote the body.
 */
export function decodeReview(body: Uint8Array): Result<DecodedReview, BodyProblem> {
  let review: unknown;
  let excess: Excess | undefined;
  try {
    const limited = limitedText(body);
    if (!limited.ok) return unreadable(limited.error);
    review = JSON.parse(limited.value.text);
    excess = limited.value.excess;
  } catch {
    return unreadable("must be JSON, without a byte order mark");
  }
  const version = readVersion(review);
  const findings = checkSchema("admission.k8s.io/admission-review.json", review);
  if (findings.length > 0) {
    const message = `AdmissionReview is invalid: ${listed(findings)}`;
    return failed({ version, uid: readUid(review), message });
  }
  const { request } = review as { readonly request: AdmissionRequest };
  return ok(excess === undefined ? { version, request } : { version, request, excess });
}

/** A JSON text within the limits, and the limit that the text exceeded before `cutReview`. */
type LimitedText = Partial<CutReview> & Pick<CutReview, "text">;

/**
 * Returns the text of a body. JSON.parse takes a second for 7 MiB of nested brackets, and 50 bytes
 * of memory for each `{}`. A review of 7 MiB can contain two million `{}`, and large objects take
 * even more memory. If the objects of the request exceed a limit, returns the review without most
 * of their content. Fails if the rest of the review exceeds a limit.
 */
function limitedText(body: Uint8Array): Result<LimitedText, string> {
  const whole = utf8.decode(body);
  if (exceedsLimits(whole, depthLimit)) return cutText(whole, mustNotNestDeeper(maxReviewDepth));
  const text = emptyFieldsV1(whole, whole.length > maxUnsizedLength);
  return exceedsLimits(text, limits) ? cutText(text, mustHaveFewerValues) : ok({ text });
}

function cutText(text: string, requirement: string): Result<CutReview, string> {
  const cut = cutReview(text);
  return cut === undefined || exceedsLimits(cut.text, limits) ? failed(requirement) : ok(cut);
}

function unreadable(requirement: string): Result<never, BodyProblem> {
  return failed({ version: "admission.k8s.io/v1", uid: undefined, message: `the body ${requirement}` });
}

/**
 * Returns v1beta1 if the review has this version, and v1 for every other review. The response to an
 * invalid review also needs a version.
 */
function readVersion(review: unknown): ReviewVersion {
  return property(review, "apiVersion") === "admission.k8s.io/v1beta1"
    ? "admission.k8s.io/v1beta1"
    : "admission.k8s.io/v1";
}

function readUid(review: unknown): string | undefined {
  const uid = fieldAt(review, "request", "uid");
  return typeof uid === "string" && isReviewUid(uid) ? uid : undefined;
}

/**
 * The maximum number of findings in an error message. The path of each finding can contain a long
 * key from the request, so a message without this limit could be very long.
 */
const maxFindings = 10;

function listed(findings: readonly SchemaFinding[]): string {
  const texts = findings.slice(0, maxFindings).map(textWithoutValue).join(", ");
  return findings.length > maxFindings ? `${texts} and more` : texts;
}

/**
 * Returns the message of a finding without the value of the field. lease-guard logs this message,
 * and the log must not contain the content of an object.
 */
function textWithoutValue(finding: SchemaFinding): string {
  return errorText({ ...finding, badValue: undefined });
}
