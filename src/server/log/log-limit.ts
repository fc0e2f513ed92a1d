import type { Logger } from "pino";
import { logGraceBytes, maxConnectionLogBytes, maxLoggedRefusals } from "../limits.ts";
import type { Metrics, OmitReason } from "../metrics/metrics.ts";
import type { LogDestination } from "./log-destination.ts";

/** What one connection has logged in the current second. */
interface Share {
  second: number;
  amount: number;
}

/** Where the lines go, and where the number of omitted lines is reported. */
export interface LogLimitOptions {
  readonly destination: Pick<LogDestination, "isBusy">;
  readonly metrics: Pick<Metrics, "logLineOmitted">;
  readonly log: Logger;
}

/** Time between two notices. */
const noticeMs = 1_000;

/**
 * Limits what one connection can log in a second, and the refusals of all connections. Counts the
 * lines that it leaves out.
 */
export class LogLimit {
  readonly #options: LogLimitOptions;
  readonly #shares: WeakMap<object, Share> = new WeakMap();
  readonly #refusals: Share = { second: 0, amount: 0 };
  #omitted = 0;

  constructor(options: LogLimitOptions) {
    this.#options = options;
  }

  /** Returns false if the connection has logged enough in this second. */
  admits(connection: object, length: number): boolean {
    let share = this.#shares.get(connection);
    if (share === undefined) {
      share = { second: 0, amount: 0 };
      this.#shares.set(connection, share);
    }
    const bytes = add(share, length);
    if (bytes <= logGraceBytes || (bytes <= maxConnectionLogBytes && !this.#options.destination.isBusy())) return true;
    return this.#omit("connection");
  }

  /** Logs a request without a decision, unless enough of them have been logged in this second. */
  logRefusal({ code, message }: { readonly code: number; readonly message: string }): void {
    if (this.admitsRefusal()) this.#options.log.warn({ code, reason: message }, "refused");
  }

  /** Returns false if enough refusals have been logged in this second. */
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
