import { defineRule, type Rule } from "../rule.ts";
import { changes } from "../term.ts";
import { allowedUsers, userErrors } from "../user-errors.ts";

/** A holder who sees another's name in preferredHolder stops to renew. Any elector may drop it, as client-go's own does without strategy. */
export const rule: Rule = defineRule({
  id: "lease/preferred-holder-writer-allowed",
  tier: "policy",
  description: "preferredHolder must be set by a user or a group that the policy allows",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  parameters: allowedUsers,
  check(change, context) {
    if (!change.object.spec.preferredHolder || !changes(change, "preferredHolder")) return [];
    return userErrors(["spec", "preferredHolder"], "set", context);
  },
});
