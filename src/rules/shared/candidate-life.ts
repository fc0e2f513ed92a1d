import type { LeaseCandidateSpec } from "../../api/coordination.ts";
import { minuteMs } from "../../text/duration.ts";
import { microTimeMs } from "../../text/time.ts";
import type { RuleContext } from "../rule.ts";

/**
 * The time in minutes for which kube-apiserver counts a candidate in elections after its renewTime
 * (leaseCandidateValidDuration). client-go renews a candidate every 5 minutes, and kube-apiserver
 * pings a candidate that has not renewed for 15 minutes. The candidate of a running process
 * therefore does not normally expire.
 */
export const candidateValidMinutes = 30;

/** `candidateValidMinutes` in milliseconds. */
export const candidateValidMs: number = candidateValidMinutes * minuteMs;

/**
 * Returns the time at which a candidate expires. Returns undefined if the candidate has no
 * renewTime, or if it has expired on a clock that is ahead by the clock skew allowance. As in
 * kube-apiserver, a candidate with a renewTime in the future has not expired.
 */
export function liveUntil({ renewTime }: Pick<LeaseCandidateSpec, "renewTime">, { now, clockSkewMs }: RuleContext): Date | undefined {
  if (renewTime === undefined) return undefined;
  const end = microTimeMs(renewTime) + candidateValidMs;
  return now.getTime() + clockSkewMs < end ? new Date(end) : undefined;
}

/**
 * Reports whether kube-apiserver ignores a candidate, because the candidate has no renewTime or has
 * not renewed for 30 minutes (`isLeaseCandidateExpired`).
 */
export function isExpired({ spec: { renewTime } }: { readonly spec: Pick<LeaseCandidateSpec, "renewTime"> }, now: Date): boolean {
  return isExpiredAt(renewTime === undefined ? undefined : microTimeMs(renewTime), now.getTime());
}

/**
 * Reports whether a candidate with this last renewal has expired, as `isExpired` does. Times are in
 * milliseconds since 1970. `renewedMs` is undefined if the candidate has no renewTime.
 */
export function isExpiredAt(renewedMs: number | undefined, nowMs: number): boolean {
  return renewedMs === undefined || renewedMs + candidateValidMs < nowMs;
}
