import { forbidden } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { apiServerUser, isTrustedWriter } from "../shared/identities.ts";

/**
 * The election controller of kube-apiserver copies the strategy from the LeaseCandidates to the
 * Lease, even if another controller implements the strategy. The rule allows the removal of the
 * strategy, because a leader without coordinated leader election removes the strategy.
 */
export const rule: Rule = defineRule({
  id: "lease/strategy-kept",
  tier: "protocol",
  exemptsAdministrators: true,
  atMost: "warn",
  description: "the strategy of a coordinated lease must be changed to another one only by kube-apiserver",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check({ object: { spec }, oldObject: { spec: old } }, context) {
    if (!spec.strategy || !old.strategy || spec.strategy === old.strategy || isTrustedWriter(context)) return [];
    return [forbidden(["spec", "strategy"], `must be changed only by ${apiServerUser}`)];
  },
});
