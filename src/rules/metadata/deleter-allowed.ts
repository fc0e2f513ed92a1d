import { defineRule, type Rule } from "../rule.ts";
import { allowedUsers, requireAllowedUser } from "../shared/require-match.ts";

/** A lease that is deleted has no holder any more, whatever time he had left. */
export const rule: Rule = defineRule({
  id: "metadata/deleter-allowed",
  tier: "policy",
  description: "an object must be deleted by a user or a group that the policy allows",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["DELETE"],
  parameters: allowedUsers,
  check: (_, context) => requireAllowedUser([], "deleted", context),
});
