/**
 * The maximum number of milliseconds between a time from the API server and the event of this time.
 * The API server rounds the header Date and the times in managedFields down to the second, and
 * reads a list within a second.
 */
export const roundingMs = 1000;

/**
 * Returns the offset closest to 0 of a clock that showed a time `differenceMs` milliseconds after a
 * rounded time of the API server. A difference of up to `roundingMs` shows no offset.
 */
export function leastOffsetMs(differenceMs: number): number {
  return differenceMs < 0 ? differenceMs : Math.max(0, differenceMs - roundingMs);
}
