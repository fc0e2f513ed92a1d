import { defineRule, type Rule } from "../rule.ts";
import { allowedUsers, requireAllowedUser } from "../shared/require-match.ts";

/**
 * A deleted lease has no holder, so another client can acquire the lease before the old lease term
 * expires.
 */
export const rule: Rule = defineRule({
  id: "metadata/deleter-allowed",
  tier: "policy",
  description: "an object must be deleted by a user or a group that the policy allows",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["DELETE"],
  parameters: allowedUsers,
  check: ({ oldObject: { metadata } }, context) => requireAllowedUser([], "deleted", metadata, context),
});
