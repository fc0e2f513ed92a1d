import { write } from "node:fs";

/** Maximum length of waiting lines, because a slow reader must not fill the memory. */
const maxWaiting = 1024 * 1024;

/**
 * Time to collect lines before a write. A write for each line would take longer than the review.
 */
const batchMs = 20;

/** Time before the next attempt to write to a full pipe that does not block. */
const retryMs = 20;

/**
 * Characters that control a terminal and that JSON does not escape: DEL, C1 controls, and
 * bidirectional marks.
 */
const controls = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** The conversion of lines to bytes. */
export interface LineDialect {
  /** Returns the text that replaces dropped lines. The line before it may be incomplete. */
  readonly notice: (lost: number) => string;
  readonly encode: (text: string) => Buffer;
}

const logDialect: LineDialect = {
  notice: (lost) => `\n${JSON.stringify({ level: "warn", lost, msg: "log lines were dropped" })}\n`,
  encode: escapeControls,
};

/**
 * Writes pino's lines, one write at a time. Each write contains all lines since the last write.
 * Drops lines that it cannot write, and reports their number with the next written line. pino's own
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

  /** Returns true if less than half of the memory for waiting lines is free. */
  isBusy(): boolean {
    return this.#waiting > maxWaiting / 2;
  }

  /** Adds a line. Never blocks and never throws. */
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

  /** Resolves when no line waits. If the other end does not read, this may never happen. */
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
    // The whole batch is encoded at once, which takes half the time of single lines.
    this.#writeBatch(this.#dialect.encode(text), lines, noticed);
  }

  #writeBatch(batch: Buffer, lines: number, noticed: number): void {
    write(this.#fd, batch, (error, written) => {
      if (error?.code === "EAGAIN") return setTimeout(() => this.#writeBatch(batch, lines, noticed), retryMs);
      if (error === null && written < batch.length) return this.#writeBatch(batch.subarray(written), lines, noticed);
      if (error === null) this.#lost -= noticed;
      else this.#lose(lines, error.message);
      // A delay collects the lines of 20 ms. Under load, each turn of the event loop would
      // otherwise write a single line, which takes 15 us.
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
 * Escapes characters that control a terminal. Nearly all lines are ASCII, and a search for DEL in
 * their bytes takes a twentieth of the replacement's time.
 */
function escapeControls(text: string): Buffer {
  const bytes = Buffer.from(text);
  return bytes.length === text.length && !bytes.includes(0x7f) ? bytes : Buffer.from(text.replace(controls, "\ufffd"));
}
