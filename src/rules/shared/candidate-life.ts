import type { LeaseCandidateSpec } from "../../core/api/coordination.ts";
import { minuteMs } from "../../core/text/duration.ts";
import { microTimeMs } from "../../core/text/time.ts";
import type { RuleContext } from "../rule.ts";

/**
 * The time in minutes for which kube-apiserver counts a LeaseCandidate in elections after its
 * renewTime (leaseCandidateValidDuration). client-go renews a LeaseCandidate every 5 minutes, and
 * kube-apiserver pings a LeaseCandidate that no client has renewed for 15 minutes. The
 * LeaseCandidate of a running process therefore does not normally expire.
 */
export const candidateValidMinutes = 30;

export const candidateValidMs: number = candidateValidMinutes * minuteMs;

/**
 * Returns the time at which a LeaseCandidate expires. Returns undefined if the LeaseCandidate has
 * no renewTime, or if it has expired on a clock that is ahead by the clock skew allowance. As in
 * kube-apiserver, a LeaseCandidate with a renewTime in the future has not expired.
 */
export function liveUntil(
  { renewTime }: Pick<LeaseCandidateSpec, "renewTime">,
  { now, clockSkewMs }: RuleContext,
): Date | undefined {
  if (renewTime === undefined) return undefined;
  const end = microTimeMs(renewTime) + candidateValidMs;
  return now.getTime() + clockSkewMs < end ? new Date(end) : undefined;
}

/**
 * Reports whether kube-apiserver ignores a LeaseCandidate, because the LeaseCandidate has no
 * renewTime or no client has renewed it for 30 minutes (`isLeaseCandidateExpired`).
 */
export function isExpired(
  { spec: { renewTime } }: { readonly spec: Pick<LeaseCandidateSpec, "renewTime"> },
  now: Date,
): boolean {
  return isExpiredAt(renewTime === undefined ? undefined : microTimeMs(renewTime), now.getTime());
}

/**
 * Reports whether a LeaseCandidate with this last renewal has expired, as `isExpired` does. Times
 * are in milliseconds since 1970. `renewedMs` is undefined if the LeaseCandidate has no renewTime.
 */
export function isExpiredAt(renewedMs: number | undefined, nowMs: number): boolean {
  return renewedMs === undefined || renewedMs + candidateValidMs < nowMs;
}
