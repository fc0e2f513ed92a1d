import { oldestEmulationVersion } from "../../api/coordination.ts";
import { invalid } from "../../field/error.ts";
import { defineRelationRule, type Rule } from "../rule.ts";
import { isSameValue } from "../shared/field-changes.ts";
import { electionFor, isExpired, isFresh, leaseKeyOf } from "../shared/known-election.ts";

/**
 * The election controller of kube-apiserver requires holderIdentity in a Lease for which candidates
 * with the strategy OldestEmulationVersion run. The field may be empty. The rule reports only a
 * write by which a candidate joins the election or changes its strategy.
 */
export const rule: Rule = defineRelationRule({
  id: "lease-candidate/lease-has-holder",
  tier: "protocol",
  description: "a candidate with the strategy OldestEmulationVersion must name a Lease whose holderIdentity is set",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check(change, context) {
    const { object } = change;
    if (isExpired(object, context.now)) return [];
    if (change.operation === "UPDATE" && !isExpired(change.oldObject, context.now)) {
      if (isSameValue(object.spec.strategies, change.oldObject.spec.strategies)) return [];
    }
    const lease = context.view.leaseOf(object);
    const election = electionFor(leaseKeyOf(object), context);
    if (lease === undefined || election === undefined || !isFresh(lease, context)) return undefined;
    if (lease.object.spec.holderIdentity !== undefined || election.nextStrategy !== oldestEmulationVersion) return [];
    const { namespace, name } = lease.object.metadata;
    const detail = "must be a Lease whose holderIdentity is set, or empty: set the field first";
    return [{ ...invalid(["spec", "leaseName"], object.spec.leaseName, detail), other: { kind: "Lease", namespace, name } }];
  },
});
