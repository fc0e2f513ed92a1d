import { createGunzip } from "node:zlib";
import { peek } from "./peek.ts";

/** The first bytes of a gzip file. */
const gzipMagic: readonly number[] = [0x1f, 0x8b];

/** Yields the bytes of a stream. Decompresses a stream that is gzip, with all its members. */
export async function* decompressed(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const { start, all } = await peek(chunks, ({ length }) => length >= gzipMagic.length);
  yield* gzipMagic.every((byte, index) => start[index] === byte) ? gunzipped(all) : all;
}

/**
 * The number of compressed bytes to decompress at once. gzip compresses at most 1032 times, so the
 * result has at most 17 MiB.
 */
const sliceBytes = 16 * 1024;

/** Yields all bytes before an error of zlib, and then throws this error. */
async function* gunzipped(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  const found: Uint8Array[] = [];
  gunzip.on("data", (bytes: Uint8Array) => found.push(bytes));
  const failure = new Promise<Error>((resolve) => gunzip.once("error", resolve));
  const ended = new Promise<undefined>((resolve) => gunzip.once("end", () => resolve(undefined)));
  try {
    for await (const chunk of chunks)
      for (let at = 0; at < chunk.length; at += sliceBytes) {
        const written = new Promise<undefined>((resolve) =>
          gunzip.write(chunk.subarray(at, at + sliceBytes), () => resolve(undefined)),
        );
        const error = await Promise.race([failure, written]);
        yield* found.splice(0);
        if (error !== undefined) throw error;
      }
    gunzip.end();
    const error = await Promise.race([failure, ended]);
    yield* found.splice(0);
    if (error !== undefined) throw error;
  } finally {
    gunzip.destroy();
  }
}
