import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";

/**
 * kube-apiserver enforces this rule in ValidateLeaseSpec. client-go truncates a duration below one
 * second to 0.
 */
export const rule: Rule = defineRule({
  id: "lease/lease-duration-positive",
  tier: "api",
  description: "leaseDurationSeconds must be greater than 0",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { spec } }) {
    const { leaseDurationSeconds } = spec;
    if (leaseDurationSeconds === undefined || leaseDurationSeconds > 0) return [];
    return [invalid(["spec", "leaseDurationSeconds"], leaseDurationSeconds, "must be greater than 0")];
  },
});
