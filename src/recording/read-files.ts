import { constants, createReadStream, fstatSync, openSync } from "node:fs";
import { ok, type Result } from "../core/field/result.ts";
import { maxRecordBytes } from "../engine/review/limits.ts";
import { readError, UsageError } from "../terminal/errors.ts";
import type { AuditLevel } from "./audit-event.ts";
import { auditLogReader } from "./audit-log.ts";
import { reviewedWrite } from "./from-review.ts";
import type { ObservedWrite } from "./observed-write.ts";
import { lineError, maxLineErrors, readLine } from "./read-record.ts";
import { chunkBytes } from "./read-recording.ts";
import { reviewTime } from "./recorded-review.ts";
import { type Line, splitLines } from "./split-lines.ts";

export interface InputSummary {
  /** A message for each of the first lines that could not be read. */
  messages: string[];
  unreadable: number;
  /** The number of writes in audit logs, by level. */
  levels: Map<AuditLevel, number>;
}

export function newInputSummary(): InputSummary {
  return { messages: [], unreadable: 0, levels: new Map() };
}

export const mustContainWrite = "must contain a write of a Lease or a LeaseCandidate";

/** Opens a file, and throws a usage error if it must not be read. */
type OpenFile = (file: string) => AsyncIterable<Uint8Array>;

/**
 * Yields the writes in files, in the order of the files. Each call resets `summary` and reads the
 * files again. By default, the files must be regular files. Throws a usage error if a file cannot
 * be read.
 */
export async function* readObserved(
  files: readonly string[],
  summary: InputSummary,
  open: OpenFile = openRegular,
): AsyncGenerator<ObservedWrite, void> {
  Object.assign(summary, newInputSummary());
  for (const file of files) yield* readFile(file, summary, open);
}

async function* readFile(file: string, summary: InputSummary, open: OpenFile): AsyncGenerator<ObservedWrite, void> {
  const readWrite = writeReader(summary);
  try {
    for await (const line of splitLines(open(file), maxRecordBytes)) {
      const write = readWrite(line);
      if (write.ok && write.value !== undefined) yield write.value;
      if (!write.ok) unreadable(lineError(file, line.number, write.error), summary);
    }
  } catch (error) {
    throw readError(file, error);
  }
}

/** Throws a usage error for a pipe or a device, because `learn` reads the files several times. */
function openRegular(file: string): AsyncIterable<Uint8Array> {
  // Without O_NONBLOCK, opening a pipe would wait for a writer.
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  if (!fstatSync(fd).isFile())
    throw new UsageError(`${file} must be a regular file, because learn reads it several times`);
  return createReadStream(file, { fd, highWaterMark: chunkBytes }) as AsyncIterable<Uint8Array>;
}

function unreadable(message: string, summary: InputSummary): void {
  summary.unreadable++;
  if (summary.messages.length < maxLineErrors) summary.messages.push(message);
}

type ReadWrite = (line: Line) => Result<ObservedWrite | undefined, string>;

/**
 * Returns a function that reads the lines of one file. Each line contains a review or an audit
 * event. The function returns undefined for an empty line, and for a line without a write that
 * `learn` uses.
 */
function writeReader(summary: InputSummary): ReadWrite {
  const readAudited = auditLogReader();
  return ({ bytes }) => {
    const line = readLine(bytes);
    if (!line.ok || line.value === undefined) return line.ok ? ok(undefined) : line;
    if ("review" in line.value) return reviewedWrite(line.value.review.body, reviewTime(line.value.review, new Date()));
    const { audited } = line.value;
    summary.levels.set(audited.level, (summary.levels.get(audited.level) ?? 0) + 1);
    return ok(readAudited(audited));
  };
}
