import { invalid, required } from "../../field/error.ts";
import { compareMicroTimes, microTimeMs } from "../../text/time.ts";
import { defineRule, type Rule } from "../rule.ts";
import { isHeld, isRenewal, maxTransitMs } from "../shared/lease-term.ts";

/** Only while the old term is live: a holder whose clock was far ahead may put it right. */
export const rule: Rule = defineRule({
  id: "lease/renew-time-not-decreasing",
  tier: "protocol",
  description: "renewTime must not go back while the same holder's term runs",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check({ object: { spec }, oldObject: { spec: old } }, context) {
    if (old.renewTime === undefined || !isRenewal(spec, old)) return [];
    const { renewTime, leaseDurationSeconds = 0 } = spec;
    // A read and a write are the way of one renewal; without that bound the writer would choose his own.
    const allowanceMs = 2 * context.clockSkewMs + Math.min(leaseDurationSeconds * 1000, 2 * maxTransitMs);
    if (renewTime !== undefined && !goesBack(renewTime, old.renewTime, allowanceMs)) return [];
    if (!isHeld(old, context)) return [];
    const field = ["spec", "renewTime"];
    if (renewTime === undefined) return [required(field, "must not be removed by its holder but in a release")];
    return [invalid(field, renewTime, `must not be before the last one, which is ${old.renewTime}`)];
  },
});

/**
 * By more than a whole term, or the longest way of a read and a write, and what two clocks can differ that are each within the
 * allowance: in coordinated election the API server's clock dates a term that its holder's clock renews, and client-go dates a renewal
 * before it reads the lease, which takes it less than a term. Compares the texts first, for that is all a renewal needs.
 */
function goesBack(time: string, old: string, allowanceMs: number): boolean {
  return compareMicroTimes(time, old) < 0 && microTimeMs(time) < microTimeMs(old) - allowanceMs;
}
