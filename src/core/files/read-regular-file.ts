import { constants, type Stats, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { failed, ok, type Result } from "../field/result.ts";
import { mustNotBeLarger } from "../text/byte-length.ts";
import { mustBeReadable } from "../text/system-error.ts";

/**
 * Reads a regular file of at most `maxBytes`. Follows links, because the kubelet mounts files as
 * links. Fails immediately for a pipe or a device. The error starts with "must", because messages
 * put the path before the error.
 */
export async function readRegularFile(path: string, maxBytes: number): Promise<Result<Buffer, string>> {
  try {
    // Without O_NONBLOCK, opening a pipe without a writer would block a thread, and the process
    // could not end.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return await readHandle(handle, maxBytes);
    } finally {
      await handle.close();
    }
  } catch (error) {
    return failed(mustBeReadable(error));
  }
}

/** Returns the message that a path must be a regular file, if it is a pipe or a device. */
export function notRegular(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined || stats.isFile() || stats.isDirectory() ? undefined : mustBeRegular(stats);
}

function mustBeRegular(stats: Stats): string {
  return `must be a regular file, not ${kindOf(stats)}`;
}

async function readHandle(handle: FileHandle, maxBytes: number): Promise<Result<Buffer, string>> {
  const stats = await handle.stat();
  if (!stats.isFile()) return failed(mustBeRegular(stats));
  // `end` is the index of the last byte, so the stream reads one byte more than the maximum. The
  // reported size is not enough, because files in /proc report a size of 0.
  const bytes = await buffer(handle.createReadStream({ end: maxBytes, autoClose: false }));
  return bytes.length > maxBytes ? failed(mustNotBeLarger(maxBytes)) : ok(bytes);
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return "a directory";
  return stats.isFIFO() ? "a pipe" : "a device";
}
