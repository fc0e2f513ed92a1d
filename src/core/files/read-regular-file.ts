import * as fs from "node:fs";
import { promisify } from "node:util";
import { failed, ok, type Result } from "../field/result.ts";
import { mustNotBeLarger } from "../text/byte-length.ts";
import { mustBeReadable } from "../text/system-error.ts";

// A command that reads one file starts several milliseconds earlier without node:fs/promises, which
// loads the streams and the line editor of Node.js.
const open = promisify(fs.open);
const fstat = promisify(fs.fstat);
const read = promisify(fs.read);
const close = promisify(fs.close);

const pieceBytes = 65_536;

/**
 * Reads a regular file of at most `maxBytes`. Follows links, because the kubelet mounts files as
 * links. Fails immediately for a pipe or a device. The error starts with "must", because messages
 * put the path before the error.
 */
export async function readRegularFile(path: string, maxBytes: number): Promise<Result<Buffer, string>> {
  try {
    // Without O_NONBLOCK, opening a pipe without a writer would block a thread, and the process
    // could not end.
    const descriptor = await open(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    try {
      return await readDescriptor(descriptor, maxBytes);
    } finally {
      await close(descriptor);
    }
  } catch (error) {
    return failed(mustBeReadable(error));
  }
}

/** Returns the message that a path must be a regular file, if it is a pipe or a device. */
export function notRegular(path: string): string | undefined {
  const stats = fs.statSync(path, { throwIfNoEntry: false });
  return stats === undefined || stats.isFile() || stats.isDirectory() ? undefined : mustBeRegular(stats);
}

function mustBeRegular(stats: fs.Stats): string {
  return `must be a regular file, not ${kindOf(stats)}`;
}

async function readDescriptor(descriptor: number, maxBytes: number): Promise<Result<Buffer, string>> {
  const stats = await fstat(descriptor);
  if (!stats.isFile()) return failed(mustBeRegular(stats));
  const pieces: Buffer[] = [];
  for (let length = 0; length <= maxBytes; ) {
    // Only an empty read shows the end, because files in /proc report a size of 0.
    const { bytesRead, buffer } = await read(descriptor, Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, null);
    if (bytesRead === 0) return ok(Buffer.concat(pieces));
    pieces.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
  }
  return failed(mustNotBeLarger(maxBytes));
}

function kindOf(stats: fs.Stats): string {
  if (stats.isDirectory()) return "a directory";
  return stats.isFIFO() ? "a pipe" : "a device";
}
