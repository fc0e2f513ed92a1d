import type { LeaseSpec } from "../../api/coordination.ts";
import { invalid } from "../../field/error.ts";
import { compareMicroTimes } from "../../text/time.ts";
import { defineRule, type Rule } from "../rule.ts";
import { isCoordinated, isHeld, keepsHolder } from "../shared/lease-term.ts";

/**
 * client-go keeps acquireTime even after a restart. A holder that returns after its lease term has
 * expired can set a new acquireTime, so the rule ignores this case.
 */
export const rule: Rule = defineRule({
  id: "lease/acquire-time-kept-on-renewal",
  tier: "protocol",
  atMost: "warn",
  description: "acquireTime must not change while the same holder renews the lease",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check({ object: { spec }, oldObject: { spec: old } }, context) {
    const { acquireTime } = spec;
    if (acquireTime === undefined || old.acquireTime === undefined) return [];
    if (compareMicroTimes(acquireTime, old.acquireTime) === 0) return [];
    if (isRelease(spec, old) || !keepsHolder(spec, old) || isCoordinated(spec, old) || !isHeld(old, context)) return [];
    return [invalid(["spec", "acquireTime"], acquireTime, `must stay ${old.acquireTime} until another holder acquires the lease`)];
  },
});

/**
 * Reports whether a write has the form of a release by fabric8 (Java). fabric8 keeps
 * holderIdentity, sets acquireTime and renewTime to the same time, and sets leaseDurationSeconds to
 * 1.
 */
function isRelease({ leaseDurationSeconds, acquireTime, renewTime }: LeaseSpec, { leaseDurationSeconds: before = 0 }: LeaseSpec): boolean {
  return leaseDurationSeconds === 1 && before > 1 && acquireTime === renewTime;
}
