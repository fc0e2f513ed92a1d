import type { Server } from "node:https";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { headersTimeoutMs, maxHeaderBytes, requestTimeoutMs } from "../limits.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { type ErrorCode, errorStatus, refuseRequest } from "./http-errors.ts";

/** Long enough for an answer of some hundred bytes to arrive. */
const lingerMs = 1_000;

const refusals: Readonly<Record<string, readonly [code: ErrorCode, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, `the headers must not be more than ${maxHeaderBytes} bytes`],
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    `the headers must come within ${headersTimeoutMs} ms and the whole request within ${requestTimeoutMs} ms`,
  ],
};

/** Answers in JSON what Node would refuse before it becomes a request, with a page of its own or by hanging up. */
export function answerProtocolErrors(server: Server, metrics: Metrics): void {
  /** The socket is cut after a moment in any case: to a client that has gone nothing is ever sent to the end. */
  const endWith = (socket: Duplex, code: ErrorCode, message: string) => {
    if (socket.writable) {
      // What Go dialled ahead and did not use ends with 408 too.
      if (code !== 408) metrics.refused("bad_request");
      socket.end(answerText(code, message));
    }
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
  server.prependListener("tlsClientError", (error: NodeJS.ErrnoException, socket) => {
    // Go dials ahead and hangs up on what it does not need; that says nothing.
    if (error.code !== "ECONNRESET") metrics.refused("tls_handshake");
    // Before `clientError`, which follows: what has no TLS cannot be answered, and ending it would wait for a handshake for ever.
    socket.destroy();
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    // Go dials ahead and keeps what it does not need yet for later: to close that would fail the review which it then takes it for.
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && socket.bytesRead === 0) return;
    const [code, message] = refusals[error.code ?? ""] ?? [400, "must be a well-formed HTTP request"];
    // What came before on the connection is answered first; some of it has only just been read.
    setImmediate(() => endWith(socket, code, message));
  });
  server.on("connect", (_request, socket) => endWith(socket, 405, "must be POST"));
  server.on("checkExpectation", (_request, response) => {
    refuseRequest(metrics, response, 417, "Expect must be 100-continue");
  });
}

/** A whole answer, for a socket that has no response. */
function answerText(code: ErrorCode, message: string): string {
  const status = errorStatus(code, message);
  const body = JSON.stringify(status);
  const head = [
    `HTTP/1.1 ${code} ${status.reason}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
    ...(code === 405 ? ["Allow: POST"] : []),
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}
