import type { Reply } from "../engine/review/respond.ts";
import { defaultClockSkewMs } from "../policy/policy.ts";
import { writeStampMs } from "../recording/write-stamp.ts";
import type { Log } from "./log/log.ts";
import { ClockOffset } from "./metrics/clock-offset.ts";
import type { Metrics } from "./metrics/metrics.ts";

/**
 * The clock offset, in seconds, above which the server logs a warning: the default
 * `clockSkewAllowance`. The alert on the clock offset uses the same value.
 */
const maxOffsetSeconds = defaultClockSkewMs / 1000;

export interface ClockSinks {
  readonly log: Log;
  readonly metrics: Metrics;
}

/**
 * Measures the offset between the clock of the webhook and the clock of kube-apiserver. Logs once
 * when the offset becomes too large, and once when the offset is small enough again.
 */
export class ClockWatch {
  readonly #sinks: ClockSinks;
  readonly #offset = new ClockOffset();
  #skewed = false;

  constructor(sinks: ClockSinks) {
    this.#sinks = sinks;
  }

  /**
   * Measures the offset if lease-guard validated the write and the review contains a time that
   * kube-apiserver set. `now` is the time at which the validation started.
   */
  observe({ request, verdict }: Reply, now: Date): void {
    if (request === undefined || verdict === undefined) return;
    const stampMs = writeStampMs(request);
    if (stampMs === undefined) return;
    const range = this.#offset.add(stampMs, now.getTime());
    if (range === undefined) return;
    const { log, metrics } = this.#sinks;
    metrics.clockOffset(range.least);
    const offsetSeconds = Math.round(range.least * 1000) / 1000;
    // The state changes only if all recent measurements agree. Otherwise, an offset near the limit
    // would cause many log lines.
    if (!this.#skewed && Math.abs(range.least) > maxOffsetSeconds) {
      this.#skewed = true;
      log.warn({ offsetSeconds, maxOffsetSeconds }, "clock differs from the clock of kube-apiserver");
    } else if (this.#skewed && Math.abs(range.most) <= maxOffsetSeconds) {
      this.#skewed = false;
      log.info({ offsetSeconds, maxOffsetSeconds }, "clock agrees with the clock of kube-apiserver again");
    }
  }
}
