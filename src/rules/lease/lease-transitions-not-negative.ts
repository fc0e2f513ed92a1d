import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";

/** kube-apiserver enforces this rule in ValidateLeaseSpec. */
export const rule: Rule = defineRule({
  id: "lease/lease-transitions-not-negative",
  tier: "api",
  description: "leaseTransitions must not be negative",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { spec } }) {
    const { leaseTransitions } = spec;
    if (leaseTransitions === undefined || leaseTransitions >= 0) return [];
    return [invalid(["spec", "leaseTransitions"], leaseTransitions, "must be greater than or equal to 0")];
  },
});
