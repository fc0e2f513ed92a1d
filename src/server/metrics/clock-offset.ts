/**
 * Stamps that a measurement needs: one slow request or one hand-made review proves nothing.
 */
const stampsNeeded = 5;

/** A stamp, and the offset that was measured with it. */
interface Measurement {
  readonly stampMs: number;
  readonly seconds: number;
}

/**
 * How far a clock is ahead of the clock of kube-apiserver by the last measurements, in seconds;
 * negative if the clock is behind.
 */
export interface OffsetRange {
  /** The offset that is closest to 0. */
  readonly least: number;
  /** The offset that is furthest from 0. */
  readonly most: number;
}

/**
 * Compares a clock with the stamps of kube-apiserver. Each stamp counts once, so that a review that
 * is sent again and again is one measurement.
 */
export class ClockOffset {
  readonly #last: Measurement[] = [];

  /** Returns the range of the last measurements; undefined for a known stamp, or too few. */
  add(stampMs: number, nowMs: number): OffsetRange | undefined {
    if (this.#last.some((measurement) => measurement.stampMs === stampMs)) return undefined;
    this.#last.push({ stampMs, seconds: leastOffset((nowMs - stampMs) / 1000) });
    if (this.#last.length > stampsNeeded) this.#last.shift();
    if (this.#last.length < stampsNeeded) return undefined;
    const byMagnitude = this.#last.map(({ seconds }) => seconds).sort((a, b) => Math.abs(a) - Math.abs(b));
    return { least: byMagnitude[0] ?? 0, most: byMagnitude.at(-1) ?? 0 };
  }
}

/**
 * The offset closest to 0 that explains how much later than its stamp a review is: the stamp lacks
 * the fraction of its second.
 */
function leastOffset(seconds: number): number {
  return seconds < 0 ? seconds : Math.max(0, seconds - 1);
}
