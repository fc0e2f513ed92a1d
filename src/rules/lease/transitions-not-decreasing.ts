import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { manyTransitions } from "../shared/lease-term.ts";

/**
 * The rule also applies to releases and to coordinated elections, in which leaders keep the count.
 * The rule allows a decrease from 2^30 or more. No election reaches such a count, and a count at
 * the maximum of an int32 stops the election.
 */
export const rule: Rule = defineRule({
  id: "lease/transitions-not-decreasing",
  tier: "protocol",
  description: "leaseTransitions must not decrease",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check({ object: { spec }, oldObject: { spec: old } }) {
    const { leaseTransitions } = spec;
    if (
      leaseTransitions === undefined ||
      old.leaseTransitions === undefined ||
      leaseTransitions >= old.leaseTransitions
    )
      return [];
    if (old.leaseTransitions >= manyTransitions) return [];
    return [
      invalid(
        ["spec", "leaseTransitions"],
        leaseTransitions,
        `must not be less than the previous value, ${old.leaseTransitions}`,
      ),
    ];
  },
});
