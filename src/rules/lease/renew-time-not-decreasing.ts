import { invalid } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { goesBack, isHeld, isRenewal, maxTransitMs } from "../shared/lease-term.ts";

/**
 * The rule applies only before the old lease term expires, so that a holder can correct a clock
 * that was far ahead. The rule only warns, because client-go gives up a lease whose renewals are
 * denied. A denial would end the leadership of a healthy holder that corrects its clock.
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
    if (renewTime === undefined || old.renewTime === undefined || !isRenewal(spec, old)) return [];
    // The allowance covers two skewed clocks, and the shorter of one lease term and one read and
    // write. In a coordinated election, the holder's clock renews a term that the API server's
    // clock started. client-go takes the time of a renewal before it reads the lease, and the read
    // takes less than a lease term. Without a bound, the client could choose its own allowance.
    const allowanceMs = 2 * context.clockSkewMs + Math.min(leaseDurationSeconds * 1000, 2 * maxTransitMs);
    if (!goesBack(renewTime, old.renewTime, allowanceMs) || !isHeld(old, context)) return [];
    return [invalid(["spec", "renewTime"], renewTime, `must not be before the previous value, ${old.renewTime}`)];
  },
});
