import { constants, createReadStream, fstatSync, openSync } from "node:fs";
import { ok, type Result } from "../core/field/result.ts";
import { readError, UsageError } from "../terminal/errors.ts";
import type { AuditedRequest, AuditLevel } from "./audit-event.ts";
import { auditLogReader } from "./audit-log.ts";
import { reviewedWrite } from "./from-review.ts";
import type { ObservedWrite } from "./observed-write.ts";
import type { LineContent } from "./read-record.ts";
import { chunkBytes } from "./read-recording.ts";
import { recordLines } from "./record-lines.ts";
import { reviewTime } from "./recorded-review.ts";
import { addUnreadableLine, noUnreadableLines, type UnreadableLines, unreadableTexts } from "./unreadable-lines.ts";

export interface InputSummary {
  /** The lines of each file that could not be read. */
  unreadable: Map<string, UnreadableLines>;
  /** The number of writes in audit logs, by level. */
  levels: Map<AuditLevel, number>;
}

export function newInputSummary(): InputSummary {
  return { unreadable: new Map(), levels: new Map() };
}

/** Returns the messages about the lines that could not be read. */
export function unreadableInputs({ unreadable }: InputSummary): readonly string[] {
  return [...unreadable].flatMap(([file, lines]) => unreadableTexts(file, lines));
}

export const mustContainWrite = "must contain a write of a Lease or a LeaseCandidate";

export type OnRequest = (request: AuditedRequest) => void;

/** Opens a file, and throws a usage error if it must not be read. */
type OpenFile = (file: string) => AsyncIterable<Uint8Array>;

/**
 * Yields the writes in files, in the order of the files. Each call resets `summary` and reads the
 * files again. By default, the files must be regular files. Calls `onRequest` with each request
 * in an audit log, before the write of this request. Throws a usage error if a file cannot be read.
 */
export async function* readObserved(
  files: readonly string[],
  summary: InputSummary,
  open: OpenFile = openRegular,
  onRequest: OnRequest = () => {},
): AsyncGenerator<ObservedWrite, void> {
  Object.assign(summary, newInputSummary());
  for (const file of files) yield* readFile(file, summary, open, onRequest);
}

async function* readFile(
  file: string,
  summary: InputSummary,
  open: OpenFile,
  onRequest: OnRequest,
): AsyncGenerator<ObservedWrite, void> {
  const readWrite = writeReader(summary);
  const unreadable = noUnreadableLines();
  summary.unreadable.set(file, unreadable);
  try {
    for await (const { number, content } of recordLines(open(file))) {
      const read = content.ok ? content.value : undefined;
      if (read !== undefined && "request" in read && read.request !== undefined) onRequest(read.request);
      const write = content.ok ? readWrite(content.value) : content;
      if (write.ok && write.value !== undefined) yield write.value;
      if (!write.ok) addUnreadableLine(unreadable, number, write.error);
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

type ReadWrite = (content: LineContent | undefined) => Result<ObservedWrite | undefined, string>;

/**
 * Returns a function that reads the reviews and audit events of one file. The function returns
 * undefined for content without a write that `learn` uses.
 */
function writeReader(summary: InputSummary): ReadWrite {
  const readAudited = auditLogReader();
  return (content) => {
    if (content === undefined) return ok(undefined);
    if ("review" in content) return reviewedWrite(content.review.body, reviewTime(content.review, new Date()));
    const { audited } = content;
    if (audited === undefined) return ok(undefined);
    summary.levels.set(audited.level, (summary.levels.get(audited.level) ?? 0) + 1);
    return ok(readAudited(audited));
  };
}
