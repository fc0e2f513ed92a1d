import type { IncomingMessage } from "node:http";

/**
 * Reads a request's body whole. Resolves to undefined as soon as it is known to be more than `limit` bytes, and keeps none
 * of them: a library's parser would first read such a body to its end. Rejects when the client hangs up.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  if (Number(request.headers["content-length"] ?? 0) > limit) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) resolve(undefined);
      else chunks.push(chunk);
    });
    request.on("end", () => resolve(Buffer.concat(chunks)));
    request.on("error", reject);
  });
}
