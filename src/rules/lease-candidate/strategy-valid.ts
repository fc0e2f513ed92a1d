import { isListItem } from "../../core/field/path.ts";
import { defineRule, type Rule } from "../rule.ts";
import { checkStrategy } from "../shared/check-name.ts";
import { itemErrors } from "../shared/item-errors.ts";

/**
 * kube-apiserver enforces this rule in ValidateCoordinatedLeaseStrategy, but adds a step to the
 * path, as in spec.strategy.strategy. The rule reports the path without this step. The rule
 * strategy-required reports a missing strategy.
 */
export const rule: Rule = defineRule({
  id: "lease-candidate/strategy-valid",
  tier: "api",
  description: "every strategy must be OldestEmulationVersion or a qualified name with a prefix",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { spec } }) {
    return itemErrors(spec.strategies, (strategy) =>
      strategy.value !== "" || isListItem(strategy.field) ? checkStrategy(strategy) : [],
    );
  },
});
