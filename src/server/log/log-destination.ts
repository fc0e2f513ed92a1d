import { write } from "node:fs";

/** Characters of lines that wait for a slow reader before further ones are dropped: a stalled log must not fill the memory. */
const maxWaiting = 1024 * 1024;

/** How long lines are gathered: nobody reads a log faster, and a write a line would cost more than the review. */
const batchMs = 20;

/** How long to leave a full pipe alone that does not block. */
const retryMs = 20;

/** What a terminal would obey, and JSON does not escape: DEL, the C1 controls and marks that turn the writing about. */
const obeyed = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** How lines become bytes. */
export interface LineDialect {
  /** What stands where so many lines were lost; the line before may have been cut short. */
  readonly notice: (lost: number) => string;
  readonly encode: (text: string) => Buffer;
}

const logDialect: LineDialect = {
  notice: (lost) => `\n${JSON.stringify({ level: "warn", lost, msg: "log lines were lost" })}\n`,
  encode: harmless,
};

/**
 * Where pino's lines go: all that has come since the last write in one write, one at a time. What cannot be written is
 * lost, and counted in the next line that can. pino's own destination holds `process.exit` for seconds where the device is full.
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

  /** `onLost` hears how many more lines were lost, and why. */
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

  /** Resolves once nothing waits, which it may do for ever where nobody reads. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#onIdle = resolve;
      if (!this.#writing) resolve();
    });
  }

  #writeLines(): void {
    const lines = this.#lines.length;
    const told = this.#lost;
    const notice = told > 0 ? this.#dialect.notice(told) : "";
    const text = notice + this.#lines.join("");
    this.#lines = [];
    this.#waiting = 0;
    // Here, and not text by text: half the cost, and no line can be forgotten.
    this.#writeBatch(this.#dialect.encode(text), lines, told);
  }

  #writeBatch(batch: Buffer, lines: number, told: number): void {
    write(this.#fd, batch, (error, written) => {
      if (error?.code === "EAGAIN") return setTimeout(() => this.#writeBatch(batch, lines, told), retryMs);
      if (error === null && written < batch.length) return this.#writeBatch(batch.subarray(written), lines, told);
      if (error === null) this.#lost -= told;
      else this.#lose(lines, error.message);
      // Not at once: under load each turn of the event loop would write its one line, at 15 us, instead of 20 ms of lines together.
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

/** Lines are nearly always ASCII, where only DEL is obeyed: looking for that in their bytes costs a twentieth of the search. */
function harmless(text: string): Buffer {
  const bytes = Buffer.from(text);
  return bytes.length === text.length && !bytes.includes(0x7f) ? bytes : Buffer.from(text.replace(obeyed, "\ufffd"));
}
