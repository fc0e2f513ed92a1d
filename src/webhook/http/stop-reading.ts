import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

/**
 * Stops reading from a connection that the server closes after its response. Node.js still parses
 * the bytes that it has already read, which are at most 64 KiB. Without the stop, Node.js would
 * read up to 2 MiB in the same turn of the event loop. If each TLS record has one byte, their
 * decryption and parsing takes up to 0.1 s, during which all other clients wait.
 */
export function stopReading(socket: Duplex): void {
  socket.pause();
  // Node.js resumes the socket at the end of each request.
  socket.resume = () => socket;
  // Node.js no longer stops the handle of a paused socket after `CONNECT` or `discardRest`.
  (socket as Handled)._handle?.readStop?.();
}

export function stopReadingRequest(request: IncomingMessage): void {
  // Otherwise, the request would resume the socket to fill its buffer.
  request._read = () => {};
  stopReading(request.socket);
}

/**
 * Makes Node.js ignore the further requests that it has already read from a connection. There can
 * be 2,400 of them in 64 KiB, and the responses to them would take 50 ms.
 */
export function ignoreFurtherRequests(socket: Duplex): void {
  const { parser } = socket as Parsed;
  // The result means that the parser also reads the body.
  if (parser) parser.onIncoming = () => 0;
}

/** A socket with the parser of Node.js, which exists until the connection ends. */
interface Parsed extends Duplex {
  readonly parser?: { onIncoming: () => number } | null;
}

/** A socket with the handle of Node.js, which exists until the socket is destroyed. */
interface Handled extends Duplex {
  readonly _handle?: { readonly readStop?: () => void } | null;
}
