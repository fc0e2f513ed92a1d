import { defineRule, type Rule } from "../rule.ts";
import { checkStrategy } from "../shared/check-name.ts";

/**
 * kube-apiserver enforces this rule in ValidateCoordinatedLeaseStrategy, but prints the path as
 * spec.strategy.strategy. The rule reports the correct path.
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
