import { defineRule, type Rule } from "../rule.ts";
import { allowedUsers, requireAllowedUser } from "../shared/require-match.ts";

/**
 * RBAC cannot limit creates by name, because the name of a new object is unknown during
 * authorization.
 */
export const rule: Rule = defineRule({
  id: "metadata/writer-allowed",
  tier: "policy",
  description: "an object must be written by a user or a group that the policy allows",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  plainRenewals: true,
  needsWrite: true,
  parameters: allowedUsers,
  check: ({ object: { metadata } }, context) => requireAllowedUser([], "written", metadata, context),
});
