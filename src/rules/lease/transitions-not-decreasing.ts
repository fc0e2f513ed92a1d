import { invalid } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { isCoordinated } from "../shared/lease-term.ts";

/**
 * The rule applies to every holder and to releases. In a coordinated election, each leader starts
 * at 0.
 */
export const rule: Rule = defineRule({
  id: "lease/transitions-not-decreasing",
  tier: "protocol",
  description: "leaseTransitions must not decrease",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check({ object: { spec }, oldObject: { spec: old } }) {
    const { leaseTransitions } = spec;
    if (leaseTransitions === undefined || old.leaseTransitions === undefined || leaseTransitions >= old.leaseTransitions) return [];
    if (isCoordinated(spec, old)) return [];
    return [invalid(["spec", "leaseTransitions"], leaseTransitions, `must not be less than the previous value, ${old.leaseTransitions}`)];
  },
});
