import { maxInt32 } from "../../core/api/coordination.ts";
import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { manyTransitions } from "../shared/lease-term.ts";

/**
 * Each new holder adds 1 to leaseTransitions. Above 2^31 - 1, the count is not an int32, so
 * kube-apiserver denies the write and no client can acquire the lease. The rule allows every update
 * that adds at most 1 to the count. Otherwise, the rule itself would stop the election.
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
    if (change.operation === "UPDATE" && leaseTransitions <= (change.oldObject.spec.leaseTransitions ?? 0) + 1)
      return [];
    const detail =
      change.operation === "CREATE" ? `must be less than ${manyTransitions}` : "must increase by at most 1";
    return [
      invalid(
        ["spec", "leaseTransitions"],
        leaseTransitions,
        `${detail}: at ${maxInt32}, no client can acquire the lease`,
      ),
    ];
  },
});
