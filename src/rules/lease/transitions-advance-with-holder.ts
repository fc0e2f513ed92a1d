import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { isCoordinated, isTakeOver } from "../shared/lease-term.ts";

/**
 * The rule allows every increase. The rule transitions-not-decreasing reports a decrease. The rule
 * ignores a write without leaseTransitions, because some libraries never set the field.
 */
export const rule: Rule = defineRule({
  id: "lease/transitions-advance-with-holder",
  tier: "protocol",
  atMost: "warn",
  description: "leaseTransitions must increase when another holder takes over",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check({ object: { spec }, oldObject: { spec: old } }) {
    const { leaseTransitions } = spec;
    if (leaseTransitions === undefined || leaseTransitions !== old.leaseTransitions) return [];
    if (!isTakeOver(spec, old) || isCoordinated(spec, old)) return [];
    return [invalid(["spec", "leaseTransitions"], leaseTransitions, "must increase by 1 when the holder changes")];
  },
});
