import { invalid } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { manyTransitions } from "../shared/lease-term.ts";

/**
 * The next holder adds 1. After 2^31 - 1 this is no int32, kube-apiserver denies it, and no client
 * can acquire the lease. A count that is kept, or increases by 1, is always allowed: otherwise the
 * rule would stop the election itself.
 */
export const rule: Rule = defineRule({
  id: "lease/transitions-bounded",
  tier: "protocol",
  description: "leaseTransitions must not start at, or jump to, 2^30 or more",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check(change) {
    const { leaseTransitions = 0 } = change.object.spec;
    if (leaseTransitions < manyTransitions) return [];
    if (change.operation === "UPDATE" && leaseTransitions <= (change.oldObject.spec.leaseTransitions ?? 0) + 1) return [];
    const detail = change.operation === "CREATE" ? `must be less than ${manyTransitions}` : "must increase by at most 1";
    return [invalid(["spec", "leaseTransitions"], leaseTransitions, `${detail}: at 2147483647, no client can acquire the lease`)];
  },
});
