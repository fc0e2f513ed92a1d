import { badRequest, replyTo } from "./bad-json.ts";
import { encode, reviewOf, rowOf } from "./reviews.ts";

const uid = "705ab4f5-6393-11e8-b7cc-42010a800002";

export type Fields = Readonly<Record<string, unknown>>;

/** The HTTP status and the JSON body of a response. */
export type Answer = readonly [httpStatus: number, body: unknown];

/**
 * Returns a valid review of a Lease UPDATE. `envelope` replaces fields of the review, and `request`
 * replaces fields of its request. The value undefined removes a field.
 */
export function review(envelope: Fields, request: Fields = {}): Uint8Array {
  const valid: { readonly request: object } = JSON.parse(new TextDecoder().decode(reviewOf(rowOf("v1", "Lease"))));
  return encode({ ...valid, request: { ...valid.request, ...request }, ...envelope });
}

export function answerTo(body: Uint8Array): Answer {
  const reply = replyTo(body);
  return [reply.httpStatus, JSON.parse(JSON.stringify(reply.body))];
}

/** Returns an AdmissionReview response with these fields, and with the uid of the reviews above. */
export function response(fields: Fields, apiVersion = "admission.k8s.io/v1"): Answer {
  return [200, { apiVersion, kind: "AdmissionReview", response: { uid, ...fields } }];
}

/** Returns the response to a review that lease-guard cannot validate. */
export function refused(message: string, apiVersion?: string): Answer {
  return response({ allowed: false, status: badRequest(message) }, apiVersion);
}

export const allowed: Answer = response({ allowed: true });
export const operations =
  'request.operation: Unsupported value: supported values: "CREATE", "UPDATE", "DELETE", "CONNECT"';

/** Returns the message for an AdmissionReview with this error in its envelope. */
export function invalid(error: string): string {
  return `AdmissionReview is invalid: ${error}`;
}
