import { leastOffsetMs } from "../../core/text/time.ts";

/**
 * Number of different timestamps of kube-apiserver that an `OffsetRange` needs. A single slow
 * request or manually written review proves nothing.
 */
export const stampsNeeded = 5;

interface Measurement {
  readonly stampMs: number;
  readonly seconds: number;
}

/**
 * The range of the last measured offsets, in seconds. If the webhook's clock is ahead of the clock
 * of kube-apiserver, an offset is positive. If the webhook's clock is behind, an offset is
 * negative.
 */
export interface OffsetRange {
  /** The offset that is closest to 0. */
  readonly least: number;
  /** The offset that is furthest from 0. */
  readonly most: number;
}

/**
 * Compares the webhook's clock with the times that kube-apiserver sets in reviews. Ignores a time
 * that is among the last `stampsNeeded` times, so a client that repeats a review does not add
 * measurements.
 */
export class ClockOffset {
  readonly #last: Measurement[] = [];

  /**
   * Adds a time from kube-apiserver, and returns the range of the last measurements. Returns
   * undefined if the time is among the last `stampsNeeded` times, or if fewer than `stampsNeeded`
   * times have been added.
   */
  add(stampMs: number, nowMs: number): OffsetRange | undefined {
    if (this.#last.some((measurement) => measurement.stampMs === stampMs)) return undefined;
    this.#last.push({ stampMs, seconds: leastOffsetMs(nowMs - stampMs) / 1000 });
    if (this.#last.length > stampsNeeded) this.#last.shift();
    if (this.#last.length < stampsNeeded) return undefined;
    const byMagnitude = this.#last.map(({ seconds }) => seconds).sort((a, b) => Math.abs(a) - Math.abs(b));
    return { least: byMagnitude[0] ?? 0, most: byMagnitude.at(-1) ?? 0 };
  }
}
