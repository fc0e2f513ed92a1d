/**
 * Stamps that a measurement needs, because one slow request or one hand-made review proves nothing.
 */
const stampsNeeded = 5;

/** A stamp, and the offset that was measured with it. */
interface Measurement {
  readonly stampMs: number;
  readonly seconds: number;
}

/**
 * The range of the last measurements, in seconds. A value is positive if the clock is ahead of the
 * clock of kube-apiserver, and negative if it is behind.
 */
export interface OffsetRange {
  /** The offset that is closest to 0. */
  readonly least: number;
  /** The offset that is furthest from 0. */
  readonly most: number;
}

/**
 * Compares a clock with the stamps of kube-apiserver. Each stamp counts once, so a review that a
 * client repeats is one measurement.
 */
export class ClockOffset {
  readonly #last: Measurement[] = [];

  /**
   * Adds a stamp and returns the range of the last measurements. Returns undefined if the stamp is
   * already known or if there are too few stamps.
   */
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
 * Returns the offset closest to 0 that explains the time between stamp and review. A stamp is
 * rounded down, so up to one second of that time is not an offset.
 */
function leastOffset(seconds: number): number {
  return seconds < 0 ? seconds : Math.max(0, seconds - 1);
}
