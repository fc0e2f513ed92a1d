import { write } from "node:fs";
import { busyLogLength, maxWaitingLogLength } from "../limits.ts";

/**
 * Time in milliseconds to collect lines before a write. A separate write for each line would take
 * longer than the review that the line reports.
 */
const batchMs = 20;

/** Time in milliseconds before the next attempt to write to a full non-blocking pipe. */
const retryMs = 20;

/**
 * Matches characters that JSON does not escape, although they can control a terminal or break a
 * line. These are DEL, C1 control characters, line and paragraph separators, and bidirectional
 * marks.
 */
const controls = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

export interface LineDialect {
  /**
   * Returns the string to write in place of `lost` dropped lines. The string must begin with a line
   * break, because the previous line can be incomplete.
   */
  readonly notice: (lost: number) => string;
  readonly encode: (text: string) => Buffer;
}

const logDialect: LineDialect = {
  notice: (lost) => `\n${JSON.stringify({ level: "warn", lost, msg: "log lines were dropped" })}\n`,
  encode: escapeControls,
};

/**
 * Writes the lines of a log or of a recording, one write at a time. Each write contains all lines
 * since the previous write. Drops lines that cannot be written, and writes the notice of the
 * dialect before the next line. lease-guard does not use pino's own destination, which would block
 * `process.exit` for seconds on a full disk.
 */
export class LogDestination {
  readonly #fd: number;
  readonly #onLost: (lines: number, cause: string) => void;
  readonly #dialect: LineDialect;
  #lines: string[] = [];
  #waiting = 0;
  #lost = 0;
  #writing = false;
  #onIdle: (() => void) | undefined;

  /** `onLost` gets the number of newly dropped lines, and the cause. */
  constructor(
    fd: number,
    onLost: (lines: number, cause: string) => void = () => {},
    dialect: LineDialect = logDialect,
  ) {
    this.#fd = fd;
    this.#onLost = onLost;
    this.#dialect = dialect;
  }

  /** Reports whether more than `busyLogLength` characters wait, because the reader is too slow. */
  isBusy(): boolean {
    return this.#waiting > busyLogLength;
  }

  /** Adds a line, or drops it if too many characters wait. Never blocks and never throws. */
  write(line: string): void {
    if (this.#waiting + line.length > maxWaitingLogLength) {
      this.#lose(1, `more than ${maxWaitingLogLength} characters would wait to be written`);
      return;
    }
    this.#lines.push(line);
    this.#waiting += line.length;
    if (this.#writing) return;
    this.#writing = true;
    setTimeout(() => this.#writeLines(), batchMs);
  }

  /**
   * Resolves when no line waits. As long as the reader of a pipe does not read, the promise does
   * not resolve.
   */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#onIdle = resolve;
      if (!this.#writing) resolve();
    });
  }

  #writeLines(): void {
    const lines = this.#lines.length;
    const noticed = this.#lost;
    const notice = noticed > 0 ? this.#dialect.notice(noticed) : "";
    const text = notice + this.#lines.join("");
    this.#lines = [];
    this.#waiting = 0;
    // Encoding the batch as one string takes half the time of encoding its lines one by one.
    this.#writeBatch(this.#dialect.encode(text), lines, noticed);
  }

  #writeBatch(batch: Buffer, lines: number, noticed: number): void {
    write(this.#fd, batch, (error, written) => {
      if (error?.code === "EAGAIN") return setTimeout(() => this.#writeBatch(batch, lines, noticed), retryMs);
      if (error === null && written < batch.length) return this.#writeBatch(batch.subarray(written), lines, noticed);
      if (error === null) this.#lost -= noticed;
      else this.#lose(lines, error.message);
      // The delay collects the lines of 20 ms. Without the delay, each turn of the event loop could
      // write a single line, which takes 15 us.
      if (this.#lines.length > 0) return setTimeout(() => this.#writeLines(), batchMs);
      this.#writing = false;
      return this.#onIdle?.();
    });
  }

  #lose(lines: number, cause: string): void {
    this.#lost += lines;
    this.#onLost(lines, cause);
  }
}

/**
 * Encodes a string in UTF-8, with U+FFFD for each character that matches `controls`. Most lines are
 * ASCII and need no replacement. Searching the bytes for DEL first takes a twentieth of the time of
 * a replacement.
 */
function escapeControls(text: string): Buffer {
  const bytes = Buffer.from(text);
  return bytes.length === text.length && !bytes.includes(0x7f) ? bytes : Buffer.from(text.replace(controls, "\ufffd"));
}
