import { defineRule, type Rule } from "../rule.ts";
import { checkStrategy } from "../shared/check-name.ts";

/**
 * kube-apiserver enforces this rule in ValidateCoordinatedLeaseStrategy, which prints the path as
 * spec.strategy.strategy.
 */
export const rule: Rule = defineRule({
  id: "lease/strategy-valid",
  tier: "api",
  description: "strategy must be OldestEmulationVersion or a qualified name with a prefix",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { spec } }) {
    return spec.strategy !== undefined ? checkStrategy({ field: ["spec", "strategy"], value: spec.strategy }) : [];
  },
});
