import { write } from "node:fs";

/** Characters of lines that wait for a slow reader before further ones are dropped: a stalled log must not fill the memory. */
const maxWaiting = 1024 * 1024;

/** How long lines are gathered: nobody reads a log faster, and a write a line costs a third of a review's time. */
const batchMs = 20;

/** How long to leave a full pipe alone that does not block. */
const retryMs = 20;

/**
 * Where pino's lines go: all that has come since the last write in one write, one at a time. Lines that cannot be
 * written are lost. pino's own destination holds `process.exit` for seconds where the device is full.
 */
export class LogDestination {
  readonly #fd: number;
  #lines: string[] = [];
  #waiting = 0;
  #writing = false;
  #onIdle: (() => void) | undefined;

  constructor(fd: number) {
    this.#fd = fd;
  }

  /** Never blocks and never throws. */
  write(line: string): void {
    if (this.#waiting + line.length > maxWaiting) return;
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
    const batch = Buffer.from(this.#lines.join(""));
    this.#lines = [];
    this.#waiting = 0;
    this.#writeBatch(batch);
  }

  #writeBatch(batch: Buffer): void {
    write(this.#fd, batch, (error, written) => {
      if (error?.code === "EAGAIN") setTimeout(() => this.#writeBatch(batch), retryMs);
      else if (error === null && written < batch.length) this.#writeBatch(batch.subarray(written));
      else if (this.#lines.length > 0) this.#writeLines();
      else {
        this.#writing = false;
        this.#onIdle?.();
      }
    });
  }
}
