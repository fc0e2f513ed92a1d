import type { Logger } from "pino";
import type { Reply } from "../admission/respond.ts";
import { writeStampMs } from "../admission/write-stamp.ts";
import { defaultClockSkewMs } from "../policy/policy.ts";
import { ClockOffset } from "./metrics/clock-offset.ts";
import type { Metrics } from "./metrics/metrics.ts";

/**
 * The offset from which the rules about time are unreliable: what the default policy allows for a
 * client. From twice as far ahead, no lease of 15 s is protected. The alert has the same value.
 */
const maxOffsetSeconds = defaultClockSkewMs / 1000;

/** Where a `ClockWatch` reports. */
export interface ClockSinks {
  readonly log: Logger;
  readonly metrics: Metrics;
}

/**
 * Measures how far the clock of this server is from that of kube-apiserver, and logs once when it
 * is too far away, and once when it no longer is.
 */
export class ClockWatch {
  readonly #sinks: ClockSinks;
  readonly #offset = new ClockOffset();
  #skewed = false;

  constructor(sinks: ClockSinks) {
    this.#sinks = sinks;
  }

  /** Measures with the write of a review, if it has a stamp; `now` is when the review arrived. */
  observe({ request, verdict }: Reply, now: Date): void {
    if (request === undefined || verdict === undefined) return;
    const stampMs = writeStampMs(request);
    if (stampMs === undefined) return;
    const range = this.#offset.add(stampMs, now.getTime());
    if (range === undefined) return;
    const { log, metrics } = this.#sinks;
    metrics.clockOffset(range.least);
    const offsetSeconds = Math.round(range.least * 1000) / 1000;
    // All measurements must agree to change the state: an offset at the limit must not fill the
    // log.
    if (!this.#skewed && Math.abs(range.least) > maxOffsetSeconds) {
      this.#skewed = true;
      log.warn({ offsetSeconds, maxOffsetSeconds }, "clock differs from the clock of kube-apiserver");
    } else if (this.#skewed && Math.abs(range.most) <= maxOffsetSeconds) {
      this.#skewed = false;
      log.info({ offsetSeconds, maxOffsetSeconds }, "clock agrees with the clock of kube-apiserver again");
    }
  }
}
