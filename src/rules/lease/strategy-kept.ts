import { forbidden } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { apiServer, isTrustedWriter } from "../shared/identities.ts";

/**
 * kube-apiserver's election controller sets the strategy of the Lease from the candidates, also for
 * strategies of other controllers. A leader without coordination can drop the strategy.
 */
export const rule: Rule = defineRule({
  id: "lease/strategy-kept",
  tier: "protocol",
  atMost: "warn",
  description: "the strategy of a coordinated lease must be changed to another one only by kube-apiserver",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check({ object: { spec }, oldObject: { spec: old } }, context) {
    if (!spec.strategy || !old.strategy || spec.strategy === old.strategy || isTrustedWriter(context)) return [];
    return [forbidden(["spec", "strategy"], `must be changed only by ${apiServer}`)];
  },
});
