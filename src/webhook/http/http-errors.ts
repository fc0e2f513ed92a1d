import type { ServerResponse } from "node:http";
import { type FailureCode, failureStatus, type Status } from "../../core/api/meta.ts";
import { lingerMs, maxLingering } from "../limits.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { stopReadingRequest } from "./stop-reading.ts";

/** The status code and the message of a response without an admission decision. */
export interface HttpProblem {
  readonly code: FailureCode;
  readonly message: string;
}

export const mustBePost: HttpProblem = { code: 405, message: "must be POST" };

/** The problem of a request that a bug in lease-guard ends. */
export const internalError: HttpProblem = { code: 500, message: "internal error" };

export function errorStatus({ code, message }: HttpProblem): Status {
  return failureStatus(code, message);
}

/**
 * Sends a JSON response as one string, so that Node.js sends headers and body in one TLS record.
 * Returns the size of the body in bytes.
 */
export function sendJson(response: ServerResponse, code: number, body: object): number {
  const text = JSON.stringify(body);
  const bytes = Buffer.byteLength(text);
  response.writeHead(code, ["Content-Type", "application/json", "Content-Length", bytes]);
  response.end(text);
  return bytes;
}

/**
 * Sends an error and closes the connection. The server does not read the rest of the request body.
 */
export function sendError(response: ServerResponse, problem: HttpProblem): void {
  stopReadingRequest(response.req);
  response.setHeader("Connection", "close");
  sendJson(response, problem.code, errorStatus(problem));
}

/** Rejects and counts a request that Node.js has parsed, but that the webhook does not accept. */
export function refuseRequest(metrics: Pick<Metrics, "refused">, response: ServerResponse, problem: HttpProblem): void {
  metrics.refused("bad_request");
  sendError(response, problem);
}

/**
 * Sends an error with the header Retry-After, so that a Kubernetes client retries the request. If
 * the request body has arrived, the connection stays open. Otherwise, the server closes the
 * connection, because reading the rest of many large bodies takes memory and time.
 */
export function sendBusy(response: ServerResponse, problem: HttpProblem, closes: LingeringCloses): void {
  response.setHeader("Retry-After", "1");
  if (response.req.complete) {
    sendJson(response, problem.code, errorStatus(problem));
    return;
  }
  stopReadingRequest(response.req);
  const text = JSON.stringify(errorStatus(problem));
  response.setHeader("Connection", "close");
  response.writeHead(problem.code, ["Content-Type", "application/json", "Content-Length", Buffer.byteLength(text)]);
  response.write(text);
  closes.end(response);
}

/**
 * Closes connections whose request body has not arrived, some time after the response. If the
 * server closed such a connection at once, a client that still sends its body would not receive the
 * response. The server does not read the rest of the body, because reading would take memory and
 * time.
 */
export class LingeringCloses {
  /** The responses whose connections wait, the oldest first. */
  readonly #waiting: Set<ServerResponse> = new Set();

  /**
   * Ends a response whose content has been written, after `lingerMs`. If more than `maxLingering`
   * responses wait, ends the oldest one at once, because its client has had the most time.
   */
  end(response: ServerResponse): void {
    const timer = setTimeout(() => response.end(), lingerMs);
    response.on("close", () => {
      clearTimeout(timer);
      this.#waiting.delete(response);
    });
    this.#waiting.add(response);
    const [oldest] = this.#waiting;
    if (this.#waiting.size <= maxLingering || oldest === undefined) return;
    this.#waiting.delete(oldest);
    oldest.end();
  }
}
