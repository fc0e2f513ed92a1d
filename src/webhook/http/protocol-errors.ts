import type { IncomingMessage } from "node:http";
import type { Server } from "node:https";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { failed, ok, type Result } from "../../core/field/result.ts";
import { mustNotBeLarger } from "../../core/text/byte-length.ts";
import {
  headersTimeoutMs,
  lingerMs,
  maxHeaderBytes,
  maxPipelinedRequests,
  requestTimeoutMs,
  smallBodyTimeoutMs,
} from "../limits.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { errorStatus, type HttpProblem, mustBePost, refuseRequest } from "./http-errors.ts";
import { stopReading } from "./stop-reading.ts";

const malformed: HttpProblem = { code: 400, message: "must be a well-formed HTTP request" };

const tooSlow: HttpProblem = {
  code: 408,
  message: `the headers must arrive within ${headersTimeoutMs} ms, a small body within ${smallBodyTimeoutMs} ms, and any request within ${requestTimeoutMs} ms`,
};

const problems: Readonly<Record<string, HttpProblem>> = {
  HPE_HEADER_OVERFLOW: { code: 431, message: `the headers ${mustNotBeLarger(maxHeaderBytes)}` },
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow,
};

export function endSlow(socket: Socket, metrics: Metrics): void {
  endWith(socket, metrics, tooSlow);
}

/** Counts a failed TLS handshake, and closes its connection without a response. */
export function failHandshake(socket: Socket, metrics: Metrics): void {
  metrics.refused("tls_handshake");
  // The socket cannot carry a response, because TLS is not established. `end` would wait for a
  // handshake that never ends.
  socket.destroy();
}

/**
 * Responds in JSON to requests for which Node.js would send its own error page or close the
 * connection. Also closes the connections of failed TLS handshakes without a response. Counts these
 * handshakes unless the client itself closed the connection.
 */
export function answerProtocolErrors(server: Server, metrics: Metrics): void {
  server.prependListener("tlsClientError", (error: NodeJS.ErrnoException, socket) => {
    // Go clients open connections in advance and close unused connections. Closing an unused
    // connection is not an error.
    if (error.code === "ECONNRESET") socket.destroy();
    // This event comes before `clientError`.
    else failHandshake(socket, metrics);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    // Go clients open connections in advance and keep unused connections. If the server closed an
    // unused connection, the client's next review could fail.
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && socket.bytesRead === 0) return;
    // An error of TLS can come before the request whose response gives its reason, because OpenSSL
    // reports a client certificate that it rejects once more.
    if (error.code?.startsWith("HPE_") === true) stopReading(socket);
    const problem = problems[error.code ?? ""] ?? malformed;
    // Node.js has possibly just read earlier requests of the connection. Their responses must be
    // sent first.
    setImmediate(() => endWith(socket, metrics, problem));
  });
  server.on("connect", (_request, socket) => endWith(socket, metrics, mustBePost));
  server.on("checkExpectation", (_request, response) => {
    refuseRequest(metrics, response, { code: 417, message: "Expect must be 100-continue" });
  });
}

/**
 * If the socket is writable, sends the response for a problem. Destroys the socket after `lingerMs`
 * in every case, because the client possibly does not close its side.
 */
function endWith(socket: Duplex, metrics: Metrics, problem: HttpProblem): void {
  stopReading(socket);
  if (socket.writable) {
    // A request that is too slow does not count as a bad request.
    if (problem.code !== 408) metrics.refused("bad_request");
    socket.end(responseText(problem));
  }
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/**
 * Returns a whole HTTP response as a string, because there is no response object for the socket.
 */
function responseText(problem: HttpProblem): string {
  const status = errorStatus(problem);
  const body = JSON.stringify(status);
  const head = [
    `HTTP/1.1 ${problem.code} ${status.reason}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
    ...(problem === mustBePost ? ["Allow: POST"] : []),
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}

/**
 * Matches the authority of RFC 3986, section 3.2: a host, which can be empty, and an optional port.
 */
const authority = String.raw`(?:\[[\w:.~!$&'()*+,;=-]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?`;
const hostForm = new RegExp(`^${authority}$`);

/**
 * Matches the request targets of RFC 9112, section 3.2, that the webhook accepts: a path, an http
 * or https URI with a host, or an asterisk. A fragment is not allowed.
 */
const targetForm = new RegExp(String.raw`^(?:\/|https?:\/\/(?![/?:]|$)${authority}(?:[/?]|$)|\*$)[^#]*$`, "i");

export const pipelined: HttpProblem = {
  code: 429,
  message: `must not exceed ${maxPipelinedRequests} pipelined requests`,
};

/**
 * The response to a request with Transfer-Encoding. kube-apiserver always sends a length. In a
 * chunked body, each byte can be a chunk, and each chunk costs about 10 us.
 */
export const withoutLength: HttpProblem = {
  code: 411,
  message: "must have Content-Length instead of Transfer-Encoding",
};

/** The response to a request whose target RFC 9112 does not allow, or whose target has no path. */
export const unclearTarget: HttpProblem = { code: 400, message: "the target must be a path or an https URI" };

const wellFormed: Result<undefined, HttpProblem> = ok(undefined);

/**
 * Checks the parts of a request that Node.js accepts in more forms than the webhook does: the
 * version, Transfer-Encoding, Host, and the target.
 */
export function checkRequest({
  rawHeaders,
  headers,
  httpVersion,
  url = "",
}: IncomingMessage): Result<undefined, HttpProblem> {
  if (httpVersion !== "1.1" && httpVersion !== "1.0") return badRequest("the version must be HTTP/1.1 or HTTP/1.0");
  if (headers["transfer-encoding"] !== undefined) return failed(withoutLength);
  if (!hasOneHost(rawHeaders, httpVersion)) return badRequest("must have one Host header");
  if (!hostForm.test(headers.host ?? "")) return badRequest("Host must be a host, with or without a port");
  return targetForm.test(url) ? wellFormed : failed(unclearTarget);
}

function badRequest(message: string): Result<undefined, HttpProblem> {
  return failed({ code: 400, message });
}

/**
 * Reports whether the request has exactly one Host header. A request of HTTP/1.0 can also have
 * none. Reads `rawHeaders`, because Node.js shows only the first Host header in `headers`.
 */
function hasOneHost(rawHeaders: readonly string[], httpVersion: string): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === "host") hosts++;
  return hosts === 1 || (hosts === 0 && httpVersion === "1.0");
}
