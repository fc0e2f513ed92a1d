import { constants, fchmodSync, fstatSync, openSync } from "node:fs";
import { failed, ok, type Result } from "../../core/field/result.ts";
import { isSystemError, mustBeWritable } from "../../core/text/system-error.ts";
import type { Reply } from "../../engine/review/respond.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Log, LogReply } from "./log.ts";
import { type LineDialect, LogDestination } from "./log-destination.ts";
import { type RecordLine, recordLine } from "./record-line.ts";

export interface RecordingOptions {
  readonly file: string;
  /** Maximum size of the file in bytes, including its previous content. */
  readonly maxBytes: number;
  readonly log: Log;
  readonly metrics: Metrics;
}

/**
 * The format of records, which keeps all characters. After dropped records, a line break ends the
 * previous record, which can be incomplete.
 */
const dialect: LineDialect = { notice: () => "\n", encode: (text) => Buffer.from(text) };

/**
 * Appends reviews to an open file, for `lease-guard simulate`. Each line is one redacted review
 * whose write lease-guard validated. The recording stops before the file reaches `maxBytes`.
 */
export class Recording {
  readonly #destination: LogDestination;
  readonly #options: RecordingOptions;
  #bytesLeft: number;
  #hasLost = false;

  constructor(fd: number, options: RecordingOptions) {
    this.#destination = new LogDestination(fd, (reviews, cause) => this.#lose(reviews, cause), dialect);
    this.#options = options;
    this.#bytesLeft = options.maxBytes - fstatSync(fd).size;
    if (this.#bytesLeft <= 0) this.#stop();
  }

  /**
   * Adds a review. Never blocks and never throws. Ignores a review whose write lease-guard did not
   * validate.
   */
  add(reply: Reply, time: Date): void {
    const line = this.#bytesLeft > 0 ? recordLine(reply, time) : undefined;
    if (line !== undefined) this.addLine(line);
  }

  /**
   * Adds a line from `recordLine`. If `recordLine` could not build the line, counts the review as
   * dropped.
   */
  addLine(line: RecordLine): void {
    if (this.#bytesLeft <= 0) return;
    if (line.ok) this.#write(line.value);
    else this.#lose(1, line.error);
  }

  idle(): Promise<void> {
    return this.#destination.idle();
  }

  #write(line: string): void {
    this.#bytesLeft = Math.max(0, this.#bytesLeft - Buffer.byteLength(line));
    if (this.#bytesLeft > 0) this.#destination.write(line);
    else this.#stop();
  }

  #stop(): void {
    const { file, maxBytes, log } = this.#options;
    log.warn({ file, maxBytes }, "recording stopped: the file reached its maximum size");
  }

  /** Counts every dropped review, and logs only the first one. */
  #lose(reviews: number, cause: string): void {
    const { file, log, metrics } = this.#options;
    metrics.recordsLost(reviews);
    if (!this.#hasLost) log.warn({ file, cause }, "reviews could not be recorded");
    this.#hasLost = true;
  }
}

/**
 * Opens a file for appending, and creates the file if it does not exist. Makes the file readable
 * only by its owner. Fails if the file is a link, or is not a writable regular file.
 */
export function openRecording(options: RecordingOptions): Result<Recording, string> {
  try {
    // Without O_NONBLOCK, opening a pipe would wait for a reader of the pipe. With a link, another
    // program that can write to the directory would choose the file that grows and whose mode
    // changes.
    const flags =
      constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK | constants.O_NOFOLLOW;
    const fd = openSync(options.file, flags, 0o600);
    if (!fstatSync(fd).isFile()) return failed("must be writable: it is not a regular file");
    fchmodSync(fd, 0o600);
    return ok(new Recording(fd, options));
  } catch (error) {
    if (isSystemError(error) && error.code === "ELOOP")
      return failed("must not be a symbolic link; name the file to which it leads");
    return failed(mustBeWritable(error));
  }
}

export function recordReplies(logReply: LogReply, recording: Recording): LogReply {
  return (reply, durationMs, request, record) => {
    logReply(reply, durationMs, request, record);
    if (record instanceof Date) recording.add(reply, record);
    else if (record !== undefined) recording.addLine(record);
  };
}
