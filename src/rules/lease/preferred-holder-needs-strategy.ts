import { forbidden } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";

/**
 * kube-apiserver enforces this rule in ValidateLeaseSpec. Like kube-apiserver, the rule treats an
 * empty preferredHolder or strategy as absent.
 */
export const rule: Rule = defineRule({
  id: "lease/preferred-holder-needs-strategy",
  tier: "api",
  description: "preferredHolder must not be set unless strategy is set",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { spec } }) {
    if (!spec.preferredHolder || spec.strategy) return [];
    return [forbidden(["spec", "preferredHolder"], "may only be specified if `strategy` is defined")];
  },
});
