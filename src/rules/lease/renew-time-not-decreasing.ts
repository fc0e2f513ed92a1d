import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { goesBack, isHeld, keepsHolder, maxTransitMs } from "../shared/lease-term.ts";

/**
 * The rule applies only while `isHeld` is true for the old object. After a wrong clock has set a
 * time in the future, a holder can therefore correct renewTime. The rule only warns, because a
 * client-go leader with denied renewals stops leading. A denial would end the leadership of a
 * healthy holder.
 */
export const rule: Rule = defineRule({
  id: "lease/renew-time-not-decreasing",
  tier: "protocol",
  atMost: "warn",
  description: "renewTime must not decrease while the same holder renews an unexpired lease",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check({ object: { spec }, oldObject: { spec: old } }, context) {
    const { renewTime, leaseDurationSeconds = 0 } = spec;
    if (renewTime === undefined || old.renewTime === undefined || !keepsHolder(spec, old)) return [];
    // The allowance covers two skewed clocks. In a coordinated election, the API server's clock
    // starts a lease term and the holder's clock renews the term. client-go takes the time of a
    // renewal before it reads the lease, and the read takes less than a lease term. The allowance
    // adds at most two minutes for the read, because a client can set any leaseDurationSeconds.
    const allowanceMs = 2 * context.clockSkewMs + Math.min(leaseDurationSeconds * 1000, 2 * maxTransitMs);
    if (!goesBack(renewTime, old.renewTime, allowanceMs) || !isHeld(old, context)) return [];
    return [invalid(["spec", "renewTime"], renewTime, `must not be before the previous value, ${old.renewTime}`)];
  },
});
