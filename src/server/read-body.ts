import type { IncomingMessage } from "node:http";

/**
 * Reads a request's body whole. Resolves to undefined as soon as it is known to be more than `limit` bytes, and reads no
 * further: a library's parser reads such a body to its end first. Rejects when the client hangs up.
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
