import type { LeaseSpec } from "../../core/api/coordination.ts";
import { invalid } from "../../core/field/error.ts";
import { compareMicroTimes } from "../../core/text/time.ts";
import { defineRule, type Rule } from "../rule.ts";
import { isCoordinated, isHeld, keepsHolder } from "../shared/lease-term.ts";

/**
 * client-go keeps leaseTransitions even after a restart. A holder that returns after its lease term
 * has expired can count its return as a transition, so the rule ignores this case.
 */
export const rule: Rule = defineRule({
  id: "lease/transitions-kept-on-renewal",
  tier: "protocol",
  atMost: "warn",
  description: "leaseTransitions must not increase while the same holder renews the lease",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check({ object: { spec }, oldObject: { spec: old } }, context) {
    const { leaseTransitions } = spec;
    if (
      leaseTransitions === undefined ||
      old.leaseTransitions === undefined ||
      leaseTransitions <= old.leaseTransitions
    )
      return [];
    if (!keepsHolder(spec, old) || isCoordinated(spec, old) || !isHeld(old, context) || countsAcquisition(spec, old))
      return [];
    return [
      invalid(
        ["spec", "leaseTransitions"],
        leaseTransitions,
        `must stay ${old.leaseTransitions} while the same holder renews the lease`,
      ),
    ];
  },
});

/**
 * Reports whether the write only counts the acquisition that the previous write made, before any
 * renewal. kube-lease-manager acquires a lease with two writes, and the second write changes only
 * the count.
 */
function countsAcquisition({ leaseTransitions, renewTime }: LeaseSpec, old: LeaseSpec): boolean {
  const { acquireTime } = old;
  if (leaseTransitions !== (old.leaseTransitions ?? 0) + 1 || acquireTime === undefined) return false;
  return [renewTime, old.renewTime].every((time) => time !== undefined && compareMicroTimes(time, acquireTime) === 0);
}
