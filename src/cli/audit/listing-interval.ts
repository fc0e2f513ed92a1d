/** The minimum time between the starts of two listings, in milliseconds. */
const minIntervalMs = 2000;

/**
 * The maximum number of listings before the last one. The audit keeps the times of each listing in
 * memory.
 */
const maxListings = 20;

/**
 * The minimum time between the starts of two listings, as a multiple of the duration of a listing.
 * In a large cluster, a listing is expensive for the API server.
 */
const durationMultiple = 4;

/** The time of `--watch`, and a listing that is not the last one. All times are in milliseconds. */
export interface WatchedListing {
  readonly watchMs: number;
  /** The time between the start of the listing and the end of `--watch`. */
  readonly leftMs: number;
  readonly durationMs: number;
}

/**
 * Returns the time between the start of a listing and the start of the next one, in milliseconds.
 * The last listing starts at the end of `--watch`.
 */
export function listingInterval({ watchMs, leftMs, durationMs }: WatchedListing): number {
  const interval = Math.max(minIntervalMs, watchMs / maxListings, durationMs * durationMultiple);
  return leftMs <= interval * 1.5 ? leftMs : interval;
}
