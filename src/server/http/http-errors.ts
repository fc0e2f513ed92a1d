import type { ServerResponse } from "node:http";
import { failureStatus, type Status } from "../../api/meta.ts";
import type { Metrics } from "../metrics/metrics.ts";

/** HTTP errors of ours, each with the reason kube-apiserver gives for that code, or where it has none with HTTP's own name of it. */
const reasons = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  405: "MethodNotAllowed",
  408: "Timeout",
  413: "RequestEntityTooLarge",
  415: "UnsupportedMediaType",
  417: "ExpectationFailed",
  429: "TooManyRequests",
  431: "RequestHeaderFieldsTooLarge",
  500: "InternalError",
  504: "Timeout",
} as const;

/** A code that a request to us can fail with. */
export type ErrorCode = keyof typeof reasons;

/** The Status of a request that is no review. */
export function errorStatus(code: ErrorCode, message: string): Status {
  return failureStatus(code, reasons[code], message);
}

/** Writes a JSON answer whole; as a string, which leaves with the headers in one TLS record. */
export function sendJson(response: ServerResponse, code: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(code, ["Content-Type", "application/json", "Content-Length", Buffer.byteLength(text)]);
  response.end(text);
}

/** Answers an error and closes the connection: what the client still sends of its body is not read. */
export function sendError(response: ServerResponse, code: ErrorCode, message: string): void {
  response.setHeader("Connection", "close");
  sendJson(response, code, errorStatus(code, message));
}

/** Answers what HTTP lets a client send and we have no use for, and counts it. */
export function refuseRequest(metrics: Pick<Metrics, "refused">, response: ServerResponse, code: ErrorCode, message: string): void {
  metrics.refused("bad_request");
  sendError(response, code, message);
}

/**
 * Answers that there is too much to do. The connection stays, and Node reads what comes of the body and drops it: closing would
 * cut off the answer with it, and make the client shake hands anew. A client of Kubernetes tries again on 429 with Retry-After.
 */
export function sendBusy(response: ServerResponse, code: 429 | 504, message: string): void {
  response.setHeader("Retry-After", "1");
  sendJson(response, code, errorStatus(code, message));
}
