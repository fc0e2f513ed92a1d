import type { ServerResponse } from "node:http";
import { failure, type Status } from "../api/meta.ts";

/** HTTP errors of ours, each with the reason kube-apiserver gives for that code. */
const reasons = {
  400: "BadRequest",
  404: "NotFound",
  405: "MethodNotAllowed",
  408: "Timeout",
  413: "RequestEntityTooLarge",
  415: "UnsupportedMediaType",
  417: "ExpectationFailed",
  431: "RequestHeaderFieldsTooLarge",
  500: "InternalError",
} as const;

/** A code that a request to us can fail with. */
export type ErrorCode = keyof typeof reasons;

/** The Status of a request that is no review. */
export function errorStatus(code: ErrorCode, message: string): Status {
  return failure(code, reasons[code], message);
}

/**
 * Writes a JSON answer whole; as a string, which leaves with the headers in one TLS record. An answer that closes says so: what
 * the client still sends is not read.
 */
export function sendJson(response: ServerResponse, code: number, body: object, closes: boolean): void {
  const text = JSON.stringify(body);
  const bytes = Buffer.byteLength(text);
  const headers = ["Content-Type", "application/json", "Content-Length", String(bytes)];
  if (closes) headers.push("Connection", "close");
  response.writeHead(code, headers);
  response.end(text, bytes === text.length ? "latin1" : "utf8");
}

/** Answers an error and closes the connection. */
export function sendError(response: ServerResponse, code: ErrorCode, message: string): void {
  sendJson(response, code, errorStatus(code, message), true);
}
