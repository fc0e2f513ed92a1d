import type { ServerResponse } from "node:http";
import { failureStatus, type Status } from "../../api/meta.ts";
import type { Metrics } from "../metrics/metrics.ts";

/**
 * The reasons that kube-apiserver uses. If kube-apiserver has no reason for a code, this is HTTP's
 * own name of the code.
 */
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

/** The reason why the server rejects a request, and the message that the client gets. */
export interface HttpProblem {
  readonly code: ErrorCode;
  readonly message: string;
}

/** Builds the Status of a request that gets no decision. */
export function errorStatus({ code, message }: HttpProblem): Status {
  return failureStatus(code, reasons[code], message);
}

/**
 * Writes a JSON response as one string. Node sends it with the headers in one TLS record. Returns
 * the number of bytes of the body.
 */
export function sendJson(response: ServerResponse, code: number, body: object): number {
  const text = JSON.stringify(body);
  const bytes = Buffer.byteLength(text);
  response.writeHead(code, ["Content-Type", "application/json", "Content-Length", bytes]);
  response.end(text);
  return bytes;
}

/** Sends an error and closes the connection. The server does not read the rest of the body. */
export function sendError(response: ServerResponse, problem: HttpProblem): void {
  response.setHeader("Connection", "close");
  sendJson(response, problem.code, errorStatus(problem));
}

/** Rejects and counts a request that is valid HTTP but that the webhook does not support. */
export function refuseRequest(metrics: Pick<Metrics, "refused">, response: ServerResponse, problem: HttpProblem): void {
  metrics.refused("bad_request");
  sendError(response, problem);
}

/**
 * Sends an error with Retry-After, so that a Kubernetes client retries the request. The connection
 * stays open if the body has arrived. Otherwise, the server closes the connection, because it would
 * need memory and time to read the rest of many large bodies.
 */
export function sendBusy(response: ServerResponse, problem: HttpProblem): void {
  response.setHeader("Retry-After", "1");
  if (!response.req.complete) response.setHeader("Connection", "close");
  sendJson(response, problem.code, errorStatus(problem));
}
