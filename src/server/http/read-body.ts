import type { IncomingMessage } from "node:http";

/**
 * Reads a request's body whole. Calls back with undefined as soon as it is known to be more than `limit` bytes, and keeps none
 * of them: a library's parser would first read such a body to its end. Never calls back when the client hangs up.
 */
export function readBody(request: IncomingMessage, limit: number, done: (body: Buffer | undefined) => void): void {
  if (Number(request.headers["content-length"] ?? 0) > limit) {
    done(undefined);
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    const before = size;
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else if (before <= limit) done(undefined);
  });
  request.on("end", () => {
    // Nearly every body comes in one piece, which need not be copied.
    if (size <= limit) done(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
  });
}
