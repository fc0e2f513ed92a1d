import { type LeaseSpec, oldestEmulationVersion } from "../../api/coordination.ts";
import { required } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";

/**
 * For the strategy OldestEmulationVersion, the election controller of kube-apiserver requires
 * holderIdentity. The field can be empty, as after a release. For other strategies, the controller
 * itself creates leases without holderIdentity. If a lease already lacks the field, clients can
 * still update the lease.
 */
export const rule: Rule = defineRule({
  id: "lease/holder-identity-for-strategy",
  tier: "protocol",
  description: "holderIdentity must be set if strategy is OldestEmulationVersion",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check(change) {
    if (!lacksHolder(change.object.spec)) return [];
    if (change.operation === "UPDATE" && lacksHolder(change.oldObject.spec)) return [];
    return [required(["spec", "holderIdentity"], 'must be set if `strategy` is OldestEmulationVersion; "" is allowed')];
  },
});

function lacksHolder({ holderIdentity, strategy }: LeaseSpec): boolean {
  return holderIdentity === undefined && strategy === oldestEmulationVersion;
}
