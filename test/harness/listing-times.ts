import { listingInterval } from "../../src/audit/sampling.ts";

/** Returns the times at which `audit --for` lists the objects, in seconds after its start. */
export function listingTimes(watch: number, duration: number): readonly number[] {
  const times: number[] = [];
  let begin = 0;
  while (begin < watch) {
    times.push(begin);
    const interval = listingInterval({
      forMs: watch * 1000,
      leftMs: (watch - begin) * 1000,
      count: times.length,
      durationMs: duration * 1000,
    });
    begin += Math.max(interval / 1000, duration);
  }
  return [...times, begin];
}
