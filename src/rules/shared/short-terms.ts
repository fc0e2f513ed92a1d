import { shortestTermSeconds } from "./recent-renewal.ts";

/** The lease terms that rules cannot fully guard. Each number is the longest such term. */
export interface ShortTerms {
  /** No rule guards a lease with this `leaseDurationSeconds` or less; 0 if all are guarded. */
  readonly unguardedSeconds: number;
  /** Up to this `leaseDurationSeconds`, rules guard a lease only just after a renewal. */
  readonly partlyGuardedSeconds: number;
}

/** Returns which lease terms are too short for a clock skew allowance. */
export function shortTerms(clockSkewMs: number): ShortTerms {
  const partlyGuardedSeconds = Math.floor(clockSkewMs / 1000);
  return { unguardedSeconds: Math.min(partlyGuardedSeconds, shortestTermSeconds - 1), partlyGuardedSeconds };
}
