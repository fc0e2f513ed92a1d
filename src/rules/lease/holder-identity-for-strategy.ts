import { required } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { electsOldest } from "../shared/lease-term.ts";

/**
 * For the strategy OldestEmulationVersion, the election controller of kube-apiserver requires
 * holderIdentity, and otherwise kube-apiserver crashes. The field can be empty, as after a release.
 * A write that also removes the strategy does not end the election, because the LeaseCandidates
 * still exist. For other strategies, the controller itself creates leases without holderIdentity.
 * If a lease with this strategy already lacks the field, clients can still update the lease.
 */
export const rule: Rule = defineRule({
  id: "lease/holder-identity-for-strategy",
  tier: "protocol",
  description: "holderIdentity must be set if strategy is OldestEmulationVersion, or was before the write",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check(change) {
    const { spec } = change.object;
    const old = change.operation === "UPDATE" ? change.oldObject.spec : undefined;
    const elected = old !== undefined && electsOldest(old);
    const mustKeep = elected && old.holderIdentity !== undefined;
    if (spec.holderIdentity !== undefined || !(mustKeep || (electsOldest(spec) && !elected))) return [];
    const detail = electsOldest(spec)
      ? 'must be set if `strategy` is OldestEmulationVersion; "" is allowed'
      : 'must not be removed together with the strategy OldestEmulationVersion; "" is allowed';
    return [required(["spec", "holderIdentity"], detail)];
  },
});
