import { invalid } from "../../core/field/error.ts";
import { compareMicroTimes } from "../../core/text/time.ts";
import { defineRule, type Rule } from "../rule.ts";
import { isCoordinated, isHeld, keepsHolder, releasesAsHolder } from "../shared/lease-term.ts";

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
    if (releasesAsHolder(spec, old) || !keepsHolder(spec, old) || isCoordinated(spec, old) || !isHeld(old, context))
      return [];
    return [
      invalid(
        ["spec", "acquireTime"],
        acquireTime,
        `must stay ${old.acquireTime} until another holder acquires the lease`,
      ),
    ];
  },
});
