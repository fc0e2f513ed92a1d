import { isListItem } from "../../field/path.ts";
import { defineRule, type Rule } from "../rule.ts";
import { strategyErrors } from "../strategy-errors.ts";

/**
 * Upstream: ValidateCoordinatedLeaseStrategy, which prints the path as spec.strategy.strategy. A missing strategy is
 * strategy-required's to report.
 */
export const rule: Rule = defineRule({
  id: "lease-candidate/strategy-valid",
  tier: "api",
  description: "every strategy must be OldestEmulationVersion or a qualified name with a prefix",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  *check({ object: { spec } }) {
    for (const strategy of spec.strategies) {
      if (strategy.value !== "" || isListItem(strategy.field)) yield* strategyErrors(strategy);
    }
  },
});
