import { setTimeout as wait } from "node:timers/promises";
import { type EarlierListing, toEarlier } from "../listing/listing.ts";
import { type AuditReading, readListing } from "../listing/read-cluster.ts";
import { answerOf } from "../terminal/cluster-flags.ts";
import type { Progress } from "../terminal/progress.ts";

/**
 * Lists the objects repeatedly, and returns the listings when the last listing of the audit is due.
 * Returns an empty list at once if `forMs` is 0.
 */
export async function readEarlier(reading: AuditReading, forMs: number): Promise<readonly EarlierListing[]> {
  const earlier: EarlierListing[] = [];
  const end = performance.now() + forMs;
  for (let begin = performance.now(); begin < end; begin = performance.now()) {
    earlier.push(toEarlier(await answerOf(readListing(reading, undefined))));
    const interval = listingInterval({
      forMs,
      leftMs: end - begin,
      durationMs: performance.now() - begin,
      count: earlier.length,
    });
    await waitUntil(begin + interval, reading.progress, `listing ${earlier.length} is read`);
  }
  return earlier;
}

async function waitUntil(end: number, progress: Progress, done: string): Promise<void> {
  for (let left = end - performance.now(); left > 0; left = end - performance.now()) {
    progress.show(() => `${done}; the next one follows in ${Math.ceil(left / 1000)} s `);
    await wait(Math.min(left, 1000));
  }
}

/** The minimum time between the starts of two listings, in milliseconds. */
const minIntervalMs = 2000;

/**
 * The number of the first listings, and the time between their starts in milliseconds. These
 * listings show holders that renew more than once a second.
 */
const [closeListings, closeIntervalMs] = [4, 500];

/**
 * The maximum number of listings before the last one, without the close ones. The audit keeps the
 * times of each listing in memory.
 */
export const maxListings = 20;

/**
 * The minimum time between the starts of two listings, as a multiple of the duration of a listing.
 * In a large cluster, a listing is expensive for the API server.
 */
const durationMultiple = 4;

/** The time of `--for`, and a listing that is not the last one. All times are in milliseconds. */
export interface SampledListing {
  readonly forMs: number;
  /** The time between the start of the listing and the end of `--for`. */
  readonly leftMs: number;
  readonly durationMs: number;
  /** The number of listings so far. */
  readonly count: number;
}

/**
 * Returns the time between the start of a listing and the start of the next one, in milliseconds.
 * The last listing starts at the end of `--for`.
 */
export function listingInterval({ forMs, leftMs, durationMs, count }: SampledListing): number {
  const usual = Math.max(minIntervalMs, forMs / maxListings);
  const close = (closeListings - 1) * closeIntervalMs;
  const least = count < closeListings ? closeIntervalMs : count === closeListings ? usual - close : usual;
  const interval = Math.max(least, durationMs * durationMultiple);
  return leftMs <= interval * 1.5 ? leftMs : interval;
}

/** Returns the shortest time between the starts of two listings of this duration. */
export function shortestInterval(durationMs: number): number {
  return Math.max(minIntervalMs, durationMs * durationMultiple);
}
