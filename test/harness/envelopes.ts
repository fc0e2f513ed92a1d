import { badRequest, replyTo } from "./bad-json.ts";
import { encode, reviewOf, rowOf } from "./reviews.ts";

const uid = "705ab4f5-6393-11e8-b7cc-42010a800002";

export type Fields = Readonly<Record<string, unknown>>;

/** HTTP status and JSON, as they go over the wire. */
export type Answer = readonly [httpStatus: number, body: unknown];

/** A legal review of a Lease UPDATE with fields of it, or of its request, replaced; undefined takes one away. */
export function review(envelope: Fields, request: Fields = {}): Uint8Array {
  const legal: { readonly request: object } = JSON.parse(new TextDecoder().decode(reviewOf(rowOf("v1", "Lease"))));
  return encode({ ...legal, request: { ...legal.request, ...request }, ...envelope });
}

/** The whole answer. */
export function answerTo(body: Uint8Array): Answer {
  const reply = replyTo(body);
  return [reply.httpStatus, JSON.parse(JSON.stringify(reply.body))];
}

/** An AdmissionReview with these fields of a response to that review, and no others. */
export function response(fields: Fields, apiVersion = "admission.k8s.io/v1"): Answer {
  return [200, { apiVersion, kind: "AdmissionReview", response: { uid, ...fields } }];
}

/** The response to a review that cannot be validated: its uid, and `metav1.Status` of BadRequest. */
export function refused(message: string, apiVersion?: string): Answer {
  return response({ allowed: false, status: badRequest(message) }, apiVersion);
}

export const allowed: Answer = response({ allowed: true });
export const operations = 'request.operation: Unsupported value: supported values: "CREATE", "UPDATE", "DELETE", "CONNECT"';

/** The message about an invalid envelope. */
export function invalid(error: string): string {
  return `AdmissionReview is invalid: ${error}`;
}
