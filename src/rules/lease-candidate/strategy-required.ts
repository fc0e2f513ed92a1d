import { required } from "../../core/field/error.ts";
import { isListItem } from "../../core/field/path.ts";
import { defineRule, type Rule } from "../rule.ts";
import { itemErrors } from "../shared/item-errors.ts";

/**
 * kube-apiserver enforces this rule in ValidateLeaseCandidateSpec. In v1alpha1, the list
 * `preferredStrategies` replaces the field `strategy`. This list can be empty.
 */
export const rule: Rule = defineRule({
  id: "lease-candidate/strategy-required",
  tier: "api",
  description: "strategy must be set, except in v1alpha1",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { spec } }) {
    return itemErrors(spec.strategies, ({ field, value }) =>
      value === "" && !isListItem(field) ? [required(field)] : [],
    );
  },
});
