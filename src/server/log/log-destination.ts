import { write } from "node:fs";

/**
 * Maximum length of waiting lines: a reader that is too slow must not make them fill the memory.
 */
const maxWaiting = 1024 * 1024;

/**
 * Time for which lines are collected, because a write for each line would cost more than the
 * review.
 */
const batchMs = 20;

/** Time before the next attempt to write to a full pipe that does not block. */
const retryMs = 20;

/**
 * Characters that a terminal obeys and JSON does not escape: DEL, C1 controls, and bidirectional
 * marks.
 */
const controls = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** How lines become bytes. */
export interface LineDialect {
  /** The text that replaces dropped lines; the line before it may be incomplete. */
  readonly notice: (lost: number) => string;
  readonly encode: (text: string) => Buffer;
}

const logDialect: LineDialect = {
  notice: (lost) => `\n${JSON.stringify({ level: "warn", lost, msg: "log lines were dropped" })}\n`,
  encode: escapeControls,
};

/**
 * Writes pino's lines: all lines since the last write in one write, one write at a time. It drops
 * what it cannot write, and the next line that it can write has their number. pino's own
 * destination blocks `process.exit` for seconds if the device is full.
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

  /** `onLost` gets the number of further lines that were dropped, and the cause. */
  constructor(fd: number, onLost: (lines: number, cause: string) => void = () => {}, dialect: LineDialect = logDialect) {
    this.#fd = fd;
    this.#onLost = onLost;
    this.#dialect = dialect;
  }

  /** Never blocks and never throws. */
  write(line: string): void {
    if (this.#waiting + line.length > maxWaiting) {
      this.#lose(1, `more than ${maxWaiting} characters would wait to be written`);
      return;
    }
    this.#lines.push(line);
    this.#waiting += line.length;
    if (this.#writing) return;
    this.#writing = true;
    setTimeout(() => this.#writeLines(), batchMs);
  }

  /** Resolves once no line waits, which may never happen if the other end is not read. */
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
    // Encodes the whole batch: this takes half the time of single lines, and covers every line.
    this.#writeBatch(this.#dialect.encode(text), lines, noticed);
  }

  #writeBatch(batch: Buffer, lines: number, noticed: number): void {
    write(this.#fd, batch, (error, written) => {
      if (error?.code === "EAGAIN") return setTimeout(() => this.#writeBatch(batch, lines, noticed), retryMs);
      if (error === null && written < batch.length) return this.#writeBatch(batch.subarray(written), lines, noticed);
      if (error === null) this.#lost -= noticed;
      else this.#lose(lines, error.message);
      // Not at once: under load each turn of the event loop would write its one line, at 15 us,
      // instead of the lines of 20 ms together.
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
 * Nearly all lines are ASCII; a search for DEL in their bytes costs a twentieth of the replacement.
 */
function escapeControls(text: string): Buffer {
  const bytes = Buffer.from(text);
  return bytes.length === text.length && !bytes.includes(0x7f) ? bytes : Buffer.from(text.replace(controls, "\ufffd"));
}
