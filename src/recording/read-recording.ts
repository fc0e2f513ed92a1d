import { createReadStream, fstatSync, statSync } from "node:fs";
import { readError, UsageError } from "../terminal/errors.ts";
import { isTerminal } from "../terminal/output.ts";

export const chunkBytes: number = 1024 * 1024;

/**
 * Reads a file with recorded writes, or standard input for `-`. A pipe is allowed. Throws a usage
 * error if the file does not exist, or if it is a device.
 */
export function readRecording(file: string): AsyncIterable<Uint8Array> {
  requireRecording(file);
  const input = file === "-" ? process.stdin : createReadStream(file, { highWaterMark: chunkBytes });
  return input as AsyncIterable<Uint8Array>;
}

/** Throws a usage error if a file does not exist, or if it is a device. */
export function requireRecording(file: string): void {
  try {
    if (isDevice(file)) throw new UsageError(`${file} must be a file or a pipe, because a device can have no end`);
  } catch (error) {
    throw readError(file, error);
  }
}

/** Reports whether a file is a device, such as /dev/zero. */
function isDevice(file: string): boolean {
  const stats = file === "-" ? fstatSync(0) : statSync(file);
  return stats.isBlockDevice() || (stats.isCharacterDevice() && !(file === "-" && isTerminal(0)));
}
