import { MessageChannel, type MessagePort } from "node:worker_threads";

/** A port that discards all messages, because the other port of its channel is closed. */
const nowhere: MessagePort = closedPort();

function closedPort(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  return port1;
}

/**
 * Frees the memory of a buffer at once, by moving the buffer into a message that is discarded.
 * Otherwise, V8 would free the memory only after 64 MB of such buffers. The caller must not use the
 * buffer afterwards. Has no effect on a SharedArrayBuffer.
 */
export function freeBuffer(buffer: ArrayBufferLike): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > 0) nowhere.postMessage(undefined, [buffer]);
}

/**
 * Frees the memory of a view at once if the view is the whole buffer. Otherwise, other data can be
 * in the same buffer.
 */
export function freeWhole(view: Uint8Array): void {
  if (view.byteLength === view.buffer.byteLength) freeBuffer(view.buffer);
}
