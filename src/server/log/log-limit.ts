import type { Logger } from "pino";
import type { Metrics } from "../metrics/metrics.ts";
import type { OmitReason } from "../metrics/reasons.ts";
import type { LogDestination } from "./log-destination.ts";
import { logGraceBytes, maxConnectionLogBytes, maxLoggedRefusals } from "./log-limits.ts";

/**
 * The amount in one second: the bytes of the lines of one connection, or the rejected requests of
 * all connections.
 */
interface Share {
  second: number;
  amount: number;
}

/** The destination of the lines, and the log and metrics that report omitted lines. */
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
 * Limits the bytes that each connection can log in a second. Also limits the number of rejected
 * requests that all connections together can log in a second. Counts the lines that the limits
 * omit.
 */
export class LogLimit {
  readonly #options: LogLimitOptions;
  readonly #shares: WeakMap<object, Share> = new WeakMap();
  readonly #refusals: Share = { second: 0, amount: 0 };
  #omitted = 0;

  constructor(options: LogLimitOptions) {
    this.#options = options;
  }

  /**
   * Counts the bytes of a line. Returns false if the line exceeds the limit of the connection in
   * the current second, and then also counts the line as omitted.
   */
  admits(connection: object, lineBytes: number): boolean {
    let share = this.#shares.get(connection);
    if (share === undefined) {
      share = { second: 0, amount: 0 };
      this.#shares.set(connection, share);
    }
    const bytes = add(share, lineBytes);
    if (bytes <= logGraceBytes || (bytes <= maxConnectionLogBytes && !this.#options.destination.isBusy())) return true;
    return this.#omit("connection");
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
    return add(this.#refusals, 1) <= maxLoggedRefusals || this.#omit("sampled");
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

function add(share: Share, amount: number): number {
  const second = Math.floor(Date.now() / 1000);
  if (share.second !== second) {
    share.second = second;
    share.amount = 0;
  }
  share.amount += amount;
  return share.amount;
}
