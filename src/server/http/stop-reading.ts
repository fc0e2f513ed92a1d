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
  // Node.js no longer stops the handle of a paused socket after `CONNECT` or `discardRest`.
  (socket as Handled)._handle?.readStop?.();
}

/** Stops reading from the connection of a request that the server rejects. */
export function stopReadingRequest(request: IncomingMessage): void {
  // Otherwise, the request would resume the socket to fill its buffer.
  request._read = () => {};
  stopReading(request.socket);
}

/** A socket with the handle of Node.js, which exists until the socket is destroyed. */
interface Handled extends Duplex {
  readonly _handle?: { readonly readStop?: () => void } | null;
}
