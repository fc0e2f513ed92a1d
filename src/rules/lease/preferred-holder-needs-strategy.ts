import { forbidden } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";

/** Upstream: ValidateLeaseSpec. An empty preferredHolder counts as absent there, and so does an empty strategy; here too. */
export const rule: Rule = defineRule({
  id: "lease/preferred-holder-needs-strategy",
  tier: "api",
  description: "preferredHolder must not be set unless strategy is",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { spec } }) {
    if (!spec.preferredHolder || spec.strategy) return [];
    return [forbidden(["spec", "preferredHolder"], "may only be specified if `strategy` is defined")];
  },
});
