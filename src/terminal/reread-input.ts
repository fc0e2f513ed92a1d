import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { failed, ok, type Result } from "../core/field/result.ts";
import { mustNotBeLarger } from "../core/text/byte-length.ts";
import { errorMessage, mustBeReadable } from "../core/text/system-error.ts";

/** An input that can be read several times, with the memory for one chunk. */
export interface RereadInput {
  readonly size: number;
  /** Yields the bytes from an offset on. Each chunk is valid only until the next one. */
  readonly chunks: (from: number) => Iterable<Uint8Array>;
  readonly slice: (from: number, to: number) => Uint8Array;
}

const chunkBytes = 256 * 1024;

/** A pipe with more bytes goes to a temporary file. */
const maxHeldBytes = 16 * 2 ** 20;

/**
 * Opens a file, or standard input for `-`. Keeps the bytes of a pipe in memory or in a temporary
 * file, because they can be read only once. The temporary file has no name, so nothing remains of
 * it. The error starts with "must", because messages put the name of the input before the error.
 */
export async function openReread(file: string, maxBytes: number): Promise<Result<RereadInput, string>> {
  try {
    if (file === "-") return await held(process.stdin, maxBytes);
    const fd = openSync(file, "r");
    const stats = fstatSync(fd);
    // Files of /proc report a size of 0.
    if (!stats.isFile() || stats.size === 0) return await held(createReadStream(file, { fd }), maxBytes);
    if (stats.size <= maxBytes) return ok(fromFile(fd, stats.size));
    closeSync(fd);
    return failed(mustNotBeLarger(maxBytes));
  } catch (error) {
    return failed(mustBeReadable(error));
  }
}

function fromFile(fd: number, size: number): RereadInput {
  const buffer = Buffer.allocUnsafe(chunkBytes);
  const read = (into: Buffer, at: number): number => {
    let length = 0;
    for (let more = -1; more !== 0 && length < into.length; length += more)
      more = readSync(fd, into, length, into.length - length, at + length);
    return length;
  };
  return {
    size,
    *chunks(from) {
      for (let at = from; at < size; at += chunkBytes) {
        const length = read(buffer, at);
        yield buffer.subarray(0, Math.min(length, size - at));
        if (length < chunkBytes) return;
      }
    },
    slice: (from, to) => {
      const bytes = Buffer.allocUnsafe(Math.min(to, size) - from);
      return bytes.subarray(0, read(bytes, from));
    },
  };
}

function fromMemory(bytes: Uint8Array): RereadInput {
  return {
    size: bytes.length,
    *chunks(from) {
      for (let at = from; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
    },
    slice: (from, to) => bytes.subarray(from, to),
  };
}

async function held(stream: AsyncIterable<unknown>, maxBytes: number): Promise<Result<RereadInput, string>> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  let fd: number | undefined;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) {
      if (fd !== undefined) closeSync(fd);
      return failed(mustNotBeLarger(maxBytes));
    }
    chunks.push(chunk);
    if (fd === undefined && size <= maxHeldBytes) continue;
    const opened = fd === undefined ? temporaryFile() : ok(fd);
    if (!opened.ok) return opened;
    fd = opened.value;
    for (const bytes of chunks) writeAll(fd, bytes);
    chunks = [];
  }
  return ok(fd === undefined ? fromMemory(Buffer.concat(chunks)) : fromFile(fd, size));
}

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}

/** Opens a temporary file without a name, which only this process can read. */
function temporaryFile(): Result<number, string> {
  try {
    const folder = mkdtempSync(join(tmpdir(), "lease-guard-"));
    const { O_RDWR, O_CREAT, O_EXCL } = constants;
    const fd = openSync(join(folder, "input"), O_RDWR | O_CREAT | O_EXCL, 0o600);
    rmSync(folder, { recursive: true });
    return ok(fd);
  } catch (error) {
    return failed(
      `must be a file, because it is larger than ${maxHeldBytes} bytes and no temporary file could be created: ${errorMessage(error)}`,
    );
  }
}
