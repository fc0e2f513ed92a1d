import { createReadStream, fstatSync, openSync } from "node:fs";
import { reviewedWrite } from "../../learn/from-review.ts";
import type { ObservedWrite } from "../../learn/observed-write.ts";
import { mustBeReadable } from "../../text/system-error.ts";
import { UsageError } from "../shared/errors.ts";
import { maxLineBytes, readRecord } from "../simulate/read-record.ts";
import { type Line, splitLines } from "../simulate/split-lines.ts";

/** The lines that could not be read. */
export interface Reading {
  /** A message for each of the first lines that could not be read. */
  unread: string[];
  unreadable: number;
}

/** The maximum number of messages about lines. */
const maxMessages = 20;

/** Yields the writes in files, in the order of the files. Each call reads the files again. */
export async function* readObserved(files: readonly string[], reading: Reading): AsyncGenerator<ObservedWrite, void> {
  [reading.unread, reading.unreadable] = [[], 0];
  for (const file of files) yield* readFile(file, reading);
}

async function* readFile(file: string, reading: Reading): AsyncGenerator<ObservedWrite, void> {
  try {
    for await (const line of splitLines(openRegular(file), maxLineBytes)) {
      const write = readLine(line);
      if (write.ok && write.value !== undefined) yield write.value;
      if (!write.ok) unreadable(`${file}:${line.number}: error: ${write.error}`, reading);
    }
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    throw new UsageError(`${file} ${mustBeReadable(error)}`);
  }
}

/** Opens a file. The files are read several times, so a pipe or a device cannot be used. */
function openRegular(file: string): AsyncIterable<Uint8Array> {
  const fd = openSync(file, "r");
  if (!fstatSync(fd).isFile()) throw new UsageError(`${file} must be a regular file, because learn reads it several times`);
  return createReadStream(file, { fd, highWaterMark: 1024 * 1024 }) as AsyncIterable<Uint8Array>;
}

function unreadable(message: string, reading: Reading): void {
  reading.unreadable++;
  if (reading.unread.length < maxMessages) reading.unread.push(message);
}

function readLine({ bytes }: Line): ReturnType<typeof reviewedWrite> {
  const record = readRecord(bytes);
  if (!record.ok || record.value === undefined) return record as ReturnType<typeof reviewedWrite>;
  const { body, now } = record.value;
  return reviewedWrite(body, now ?? new Date());
}
