import type { IncomingMessage } from "node:http";
import type { Server } from "node:https";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { failed, ok, type Result } from "../../field/result.ts";
import { headersTimeoutMs, maxHeaderBytes, maxPipelinedRequests, requestTimeoutMs, smallBodyTimeoutMs } from "../limits.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { errorStatus, type HttpProblem, refuseRequest } from "./http-errors.ts";

/** Time in which a response of some hundred bytes can arrive. */
const lingerMs = 1_000;

const malformed: HttpProblem = { code: 400, message: "must be a well-formed HTTP request" };

const tooSlow: HttpProblem = {
  code: 408,
  message: `the headers must arrive within ${headersTimeoutMs} ms, a small body within ${smallBodyTimeoutMs} ms, and any request within ${requestTimeoutMs} ms`,
};

const problems: Readonly<Record<string, HttpProblem>> = {
  HPE_HEADER_OVERFLOW: { code: 431, message: `the headers must not be larger than ${maxHeaderBytes} bytes` },
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow,
};

/** Ends a connection whose request is too slow. */
export function endSlow(socket: Socket, metrics: Metrics): void {
  endWith(socket, metrics, tooSlow);
}

/** Responds in JSON to requests for which Node would send its own error page or hang up. */
export function answerProtocolErrors(server: Server, metrics: Metrics): void {
  server.prependListener("tlsClientError", (error: NodeJS.ErrnoException, socket) => {
    // Go opens connections in advance and closes unused ones, which is not an error.
    if (error.code !== "ECONNRESET") metrics.refused("tls_handshake");
    // This happens before `clientError`. A socket without TLS cannot carry a response. Ending the
    // socket would wait for a handshake that never comes.
    socket.destroy();
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    // Go opens connections in advance and keeps unused ones. Closing one would make Go's next
    // review fail.
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && socket.bytesRead === 0) return;
    const problem = problems[error.code ?? ""] ?? malformed;
    // Earlier requests of the connection get their responses first, because Node may have just read
    // them.
    setImmediate(() => endWith(socket, metrics, problem));
  });
  server.on("connect", (_request, socket) => endWith(socket, metrics, { code: 405, message: "must be POST" }));
  server.on("checkExpectation", (_request, response) => {
    refuseRequest(metrics, response, { code: 417, message: "Expect must be 100-continue" });
  });
}

/**
 * Sends the response and destroys the socket after a moment. Without this, a socket whose client
 * left would stay open.
 */
function endWith(socket: Duplex, metrics: Metrics, problem: HttpProblem): void {
  if (socket.writable) {
    // An unused connection that Go opened in advance also ends with 408.
    if (problem.code !== 408) metrics.refused("bad_request");
    socket.end(responseText(problem));
  }
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** Returns a whole HTTP response as text, because the socket has no response object. */
function responseText(problem: HttpProblem): string {
  const status = errorStatus(problem);
  const body = JSON.stringify(status);
  const head = [
    `HTTP/1.1 ${problem.code} ${status.reason}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
    ...(problem.code === 405 ? ["Allow: POST"] : []),
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}

/** RFC 3986, section 3.2: a host, which may be empty, with or without a port. */
const authority = String.raw`(?:\[[\w:.~!$&'()*+,;=-]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?`;
const hostForm = new RegExp(`^${authority}$`);

/** RFC 9112, section 3.2: a path, a URI with a host, or an asterisk; never a fragment. */
const targetForm = new RegExp(String.raw`^(?:\/|https?:\/\/(?![/?:]|$)${authority}(?:[/?]|$)|\*$)[^#]*$`, "i");

/** The problem of a client that does not wait for its responses. */
export const pipelined: HttpProblem = { code: 429, message: `must not exceed ${maxPipelinedRequests} pipelined requests` };

/** The problem of a request whose target has none of the forms that RFC 9112 allows. */
export const unclearTarget: HttpProblem = { code: 400, message: "the target must be a path or an https URI" };

const wellFormed: Result<undefined, HttpProblem> = ok(undefined);

/**
 * Finds problems that Node accepts, although RFC 9112 requires a server to reject them with 400.
 */
export function checkRequest({ rawHeaders, headers, httpVersion, url = "" }: IncomingMessage): Result<undefined, HttpProblem> {
  if (httpVersion !== "1.1" && httpVersion !== "1.0") return badRequest("the version must be HTTP/1.1 or HTTP/1.0");
  if (!hasOneHost(rawHeaders, httpVersion)) return badRequest("must have one Host header");
  if (!hostForm.test(headers.host ?? "")) return badRequest("Host must be a host, with or without a port");
  const coding = headers["transfer-encoding"];
  // A proxy may read the end of the body at another place.
  if (coding !== undefined && (httpVersion !== "1.1" || coding.toLowerCase() !== "chunked"))
    return badRequest("Transfer-Encoding must be chunked, and in HTTP/1.1 only");
  return targetForm.test(url) ? wellFormed : failed(unclearTarget);
}

function badRequest(message: string): Result<undefined, HttpProblem> {
  return failed({ code: 400, message });
}

/**
 * Reports whether the request has the one Host header that HTTP/1.1 requires. Node shows only the
 * first of several.
 */
function hasOneHost(rawHeaders: readonly string[], httpVersion: string): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === "host") hosts++;
  return hosts === 1 || (hosts === 0 && httpVersion === "1.0");
}
