import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";

/** kube-apiserver enforces this rule in ValidateNonnegativeField. */
export const rule: Rule = defineRule({
  id: "metadata/generation-not-negative",
  tier: "api",
  description: "generation must not be negative",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { metadata } }) {
    const { generation } = metadata;
    return generation < 0
      ? [invalid(["metadata", "generation"], generation, "must be greater than or equal to 0")]
      : [];
  },
});
