import { minuteMs } from "../core/text/duration.ts";
import { roundingMs } from "../core/text/time.ts";
import { renewerOf } from "../listing/spec-writers.ts";
import type { Observation } from "./check.ts";
import type { Pause } from "./election.ts";

/**
 * Returns the longest pause between two renewals. The listings can leave out renewals between two
 * of them, so the pause is a range: a listing shows how old the last renewal was by the clock of
 * the API server, and the next renewal shows the longest possible pause. `runs` reports whether a
 * holder runs. A takeover from another holder shows no pause of a client.
 */
export function longestPause(seen: readonly Observation[], runs: (holder: string) => boolean): Pause | undefined {
  const pauses = seen.slice(1).flatMap((after, index) => {
    const before = seen[index];
    return before === undefined ? [] : (pauseBetween(before, after, runs) ?? []);
  });
  const [first, ...others] = pauses;
  return first && others.reduce((longest, each) => (each.atLeastMs > longest.atLeastMs ? each : longest), first);
}

function pauseBetween(
  { listed: before, readAtMs }: Observation,
  { listed: after }: Observation,
  runs: (holder: string) => boolean,
): Pause | undefined {
  const { holder, renewedMs, termEndMs } = before;
  if (holder === "" || after.holder === "" || renewedMs === undefined || after.renewedMs === renewedMs)
    return undefined;
  const stampMs = renewerOf(before.writers)?.atMs;
  const atLeastMs = stampMs === undefined ? 0 : Math.max(0, readAtMs - stampMs - roundingMs);
  if (holder === after.holder) {
    const atMostMs = (after.renewedMs ?? renewedMs) - renewedMs;
    return atMostMs <= 0 ? undefined : { atLeastMs: Math.min(atLeastMs, atMostMs), atMostMs, endsWithTakeover: false };
  }
  // Before the end of the term, the holder has released the Lease.
  const { acquiredMs } = after;
  if (acquiredMs === undefined || termEndMs === undefined || acquiredMs < termEndMs || !runs(holder)) return undefined;
  return { atLeastMs: termEndMs - renewedMs, atMostMs: acquiredMs - renewedMs, endsWithTakeover: true };
}

/**
 * Returns the number of writes of a Lease in a minute, which is at least this high: the renewals
 * that the listings show in the time between the first and the last listing.
 */
export function writesPerMinute(seen: readonly Observation[]): number | undefined {
  const watchedMs = (seen.at(-1)?.readAtMs ?? 0) - (seen[0]?.readAtMs ?? 0);
  if (watchedMs <= 0) return undefined;
  const renewals = seen.filter(({ listed }, index) => listed.renewedMs !== seen[index - 1]?.listed.renewedMs).length;
  return (Math.max(0, renewals - 1) * minuteMs) / watchedMs;
}
