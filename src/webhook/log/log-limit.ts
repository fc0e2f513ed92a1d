import type { Logger } from "pino";
import { allGraceBytes, logGraceBytes, logWindowMs, maxLoggedRefusals, sharedLogBytes } from "../limits.ts";
import type { Metrics, OmitReason } from "../metrics/metrics.ts";
import type { LogDestination } from "./log-destination.ts";

interface Share {
  window: number;
  bytes: number;
}

export interface LogLimitOptions {
  readonly destination: Pick<LogDestination, "isBusy">;
  readonly metrics: Pick<Metrics, "logLineOmitted">;
  readonly log: Logger;
}

/**
 * Time in milliseconds from the first omitted line to the log line that reports the number of
 * omitted lines.
 */
const noticeMs = 1_000;

/**
 * Limits the bytes that connections can log in a window, and the number of rejected requests that
 * all connections together can log in a second. Counts the lines that the limits omit.
 */
export class LogLimit {
  readonly #options: LogLimitOptions;
  readonly #shares: WeakMap<object, Share> = new WeakMap();
  #window = 0;
  #graceLeft = allGraceBytes;
  #sharedLeft = sharedLogBytes;
  #second = 0;
  #refusals = 0;
  #omitted = 0;

  constructor(options: LogLimitOptions) {
    this.#options = options;
  }

  /**
   * Counts the bytes of a line. Returns false if the line exceeds the limit of the connection in
   * the current window, and then counts the line as omitted.
   *
   * A connection can log more than `logGraceBytes` up to the part of the remaining shared bytes
   * that is the remaining part of `sharedLogBytes`. If only half of `sharedLogBytes` remains, a
   * connection can log a quarter of `sharedLogBytes`. A single connection can therefore log 1.5 MiB
   * in a window. Each of 16 connections can log 200 KiB, and each of 400 connections 12 KiB. These
   * connections leave 0.9 MiB and 0.2 MiB for others.
   */
  admits(connection: object, lineBytes: number): boolean {
    this.#renewWindow();
    let share = this.#shares.get(connection);
    if (share === undefined) {
      share = { window: 0, bytes: 0 };
      this.#shares.set(connection, share);
    }
    const bytes = (share.window === this.#window ? share.bytes : 0) + lineBytes;
    if (bytes <= logGraceBytes && lineBytes <= this.#graceLeft) this.#graceLeft -= lineBytes;
    else if (bytes <= (this.#sharedLeft * this.#sharedLeft) / sharedLogBytes) this.#sharedLeft -= lineBytes;
    else return this.#omit("connection");
    share.window = this.#window;
    share.bytes = bytes;
    return true;
  }

  /** Begins the next window when it is due, unless the reader of the log is still too slow. */
  #renewWindow(): void {
    const window = Math.floor(Date.now() / logWindowMs);
    if (window === this.#window || this.#options.destination.isBusy()) return;
    this.#window = window;
    this.#graceLeft = allGraceBytes;
    this.#sharedLeft = sharedLogBytes;
  }

  /**
   * Logs a request without an admission decision, unless the limit for such requests in the current
   * second is reached.
   */
  logRefusal({ code, message }: { readonly code: number; readonly message: string }): void {
    if (this.admitsRefusal()) this.#options.log.warn({ code, reason: message }, "refused");
  }

  /** Counts a rejected request. Returns false above the limit for one second. */
  admitsRefusal(): boolean {
    const second = Math.floor(Date.now() / 1000);
    if (second !== this.#second) this.#refusals = 0;
    this.#second = second;
    return ++this.#refusals <= maxLoggedRefusals || this.#omit("sampled");
  }

  #omit(reason: OmitReason): false {
    this.#options.metrics.logLineOmitted(reason);
    if (this.#omitted === 0) setTimeout(() => this.#notice(), noticeMs).unref();
    this.#omitted++;
    return false;
  }

  #notice(): void {
    this.#options.log.warn({ omitted: this.#omitted }, "log lines were omitted");
    this.#omitted = 0;
  }
}
