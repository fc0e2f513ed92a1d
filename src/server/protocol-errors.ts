import type { Server } from "node:https";
import type { Duplex } from "node:stream";
import { type ErrorCode, errorStatus, sendError } from "./answer.ts";

const codes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const messages: Readonly<Partial<Record<ErrorCode, string>>> = {
  408: "the request must be complete within 10 seconds",
  431: "the headers must not be more than 16 KiB",
};

/** Answers in JSON what Node would refuse before it becomes a request, with a page of its own or by hanging up. */
export function answerProtocolErrors(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const code = codes[error.code ?? ""] ?? 400;
    endWith(socket, code, messages[code] ?? "must be a well-formed HTTP request");
  });
  server.on("connect", (_request, socket) => endWith(socket, 405, "must be POST"));
  server.on("checkExpectation", (_request, response) => sendError(response, 417, "Expect must be 100-continue"));
}

function endWith(socket: Duplex, code: ErrorCode, message: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const status = errorStatus(code, message);
  const body = JSON.stringify(status);
  const head = `HTTP/1.1 ${code} ${status.reason}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`;
  socket.end(head + body, () => socket.destroy());
}
