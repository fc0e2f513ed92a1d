import type { ServerResponse } from "node:http";
import { failureStatus, type Status } from "../../api/meta.ts";
import type { Metrics } from "../metrics/metrics.ts";

/** The reasons of kube-apiserver; where it has none for a code, HTTP's own name of the code. */
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

/** An HTTP status code with which the server rejects a request. */
export type ErrorCode = keyof typeof reasons;

/** Why the server rejects a request, in the words that the client gets. */
export interface HttpProblem {
  readonly code: ErrorCode;
  readonly message: string;
}

/** Builds the Status of a request that gets no decision. */
export function errorStatus({ code, message }: HttpProblem): Status {
  return failureStatus(code, reasons[code], message);
}

/** Writes a JSON response as one string, which leaves with the headers in one TLS record. */
export function sendJson(response: ServerResponse, code: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(code, ["Content-Type", "application/json", "Content-Length", Buffer.byteLength(text)]);
  response.end(text);
}

/** Sends an error and closes the connection, so that the rest of the body is not read. */
export function sendError(response: ServerResponse, problem: HttpProblem): void {
  response.setHeader("Connection", "close");
  sendJson(response, problem.code, errorStatus(problem));
}

/** Rejects and counts a request that HTTP allows and the webhook does not serve. */
export function refuseRequest(metrics: Pick<Metrics, "refused">, response: ServerResponse, problem: HttpProblem): void {
  metrics.refused("bad_request");
  sendError(response, problem);
}

/**
 * Sends an error that a Kubernetes client retries, because it has Retry-After. The connection stays
 * open, and Node reads and drops the body: closing it would cut off the response and cost the
 * client another handshake.
 */
export function sendBusy(response: ServerResponse, problem: HttpProblem): void {
  response.setHeader("Retry-After", "1");
  sendJson(response, problem.code, errorStatus(problem));
}
