import type { Reply } from "../admission/respond.ts";
import { writeStampMs } from "../admission/write-stamp.ts";
import { defaultClockSkewMs } from "../policy/policy.ts";
import type { Log } from "./log/log.ts";
import { ClockOffset } from "./metrics/clock-offset.ts";
import type { Metrics } from "./metrics/metrics.ts";

/**
 * The largest offset at which the rules about time are reliable: the default `clockSkewAllowance`.
 * If the clock is twice as far ahead, the rules protect no lease of 15 s. The alert uses the same
 * value.
 */
const maxOffsetSeconds = defaultClockSkewMs / 1000;

/** The log and the metrics to which a `ClockWatch` reports. */
export interface ClockSinks {
  readonly log: Log;
  readonly metrics: Metrics;
}

/**
 * Measures the offset between the clock of this server and the clock of kube-apiserver. Logs once
 * when the offset becomes too large, and once when it is small enough again.
 */
export class ClockWatch {
  readonly #sinks: ClockSinks;
  readonly #offset = new ClockOffset();
  #skewed = false;

  constructor(sinks: ClockSinks) {
    this.#sinks = sinks;
  }

  /**
   * Measures the offset with a review, if the write has a stamp. `now` is the arrival time of the
   * review.
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
    // The state changes only if all measurements agree, because an offset at the limit must not
    // fill the log.
    if (!this.#skewed && Math.abs(range.least) > maxOffsetSeconds) {
      this.#skewed = true;
      log.warn({ offsetSeconds, maxOffsetSeconds }, "clock differs from the clock of kube-apiserver");
    } else if (this.#skewed && Math.abs(range.most) <= maxOffsetSeconds) {
      this.#skewed = false;
      log.info({ offsetSeconds, maxOffsetSeconds }, "clock agrees with the clock of kube-apiserver again");
    }
  }
}
