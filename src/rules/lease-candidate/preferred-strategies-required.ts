import { required } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";

/**
 * The documentation of v1alpha1 requires at least one strategy. kube-apiserver 1.31 accepts an
 * empty list, but its election controller requires a strategy in each list. Clients can still
 * update a LeaseCandidate without strategies.
 */
export const rule: Rule = defineRule({
  id: "lease-candidate/preferred-strategies-required",
  tier: "protocol",
  description: "preferredStrategies must contain a strategy in v1alpha1",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check(change) {
    if (change.object.spec.strategies.length > 0) return [];
    if (change.operation === "UPDATE" && change.oldObject.spec.strategies.length === 0) return [];
    return [required(["spec", "preferredStrategies"], "must contain at least one strategy")];
  },
});
