import { defineRule, type Rule } from "../rule.ts";
import { changesField } from "../shared/field-changes.ts";
import { allowedUsers, requireAllowedUser } from "../shared/require-match.ts";

/**
 * In a coordinated election, if preferredHolder is set, the holder stops renewing. The rule allows
 * every client to remove preferredHolder, because client-go removes preferredHolder in elections
 * without a strategy.
 */
export const rule: Rule = defineRule({
  id: "lease/preferred-holder-writer-allowed",
  tier: "policy",
  description: "preferredHolder must be set by a user or a group that the policy allows",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  needsWrite: true,
  parameters: allowedUsers,
  check(change, context) {
    if (!change.object.spec.preferredHolder || !changesField(change, "preferredHolder")) return [];
    return requireAllowedUser(["spec", "preferredHolder"], "set", change.object.metadata, context);
  },
});
