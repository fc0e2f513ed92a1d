import type { LeaseCandidateSpec } from "../../api/coordination.ts";
import { microTimeMs } from "../../text/time.ts";
import type { RuleContext } from "../rule.ts";

/**
 * How long kube-apiserver counts a candidate after its renewTime: leaseCandidateValidDuration of
 * its election controller. client-go renews a candidate every 5 minutes, and kube-apiserver pings
 * it after 15, so the candidate of a process that runs never expires.
 */
const validMs = 30 * 60_000;

/**
 * Returns when a candidate expires if it is live: kube-apiserver certainly counts it in elections.
 * Otherwise returns undefined. As in kube-apiserver, a candidate with a renewTime in the future is
 * live.
 */
export function liveUntil({ renewTime }: Pick<LeaseCandidateSpec, "renewTime">, { now, clockSkewMs }: RuleContext): Date | undefined {
  if (renewTime === undefined) return undefined;
  const end = microTimeMs(renewTime) + validMs;
  return now.getTime() + clockSkewMs < end ? new Date(end) : undefined;
}
