import { oldestEmulationVersion } from "../../core/api/coordination.ts";
import { referenceTo } from "../../core/api/fields.ts";
import { invalid } from "../../core/field/error.ts";
import { defineRelationRule, type Rule } from "../rule.ts";
import { isExpired } from "../shared/candidate-life.ts";
import { asksForOldest, changesVote } from "../shared/candidate-vote.ts";
import { electionFor, isFresh, leaseReferenceOf } from "../shared/known-election.ts";

/**
 * The election controller of kube-apiserver requires holderIdentity in a Lease for which candidates
 * with the strategy OldestEmulationVersion compete. The field may be empty. The rule reports only
 * the write with which a LeaseCandidate begins to decide for this strategy.
 */
export const rule: Rule = defineRelationRule({
  id: "lease-candidate/lease-has-holder",
  tier: "protocol",
  description: "a candidate with the strategy OldestEmulationVersion must name a Lease whose holderIdentity is set",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check(change, context) {
    const { object } = change;
    if (isExpired(object, context.now) || !asksForOldest(object) || !changesVote(change, context)) return [];
    const lease = context.view.leaseOf(object);
    const election = electionFor(leaseReferenceOf(object), context);
    if (lease === undefined || election === undefined || !isFresh(lease, context)) return undefined;
    if (lease.object.spec.holderIdentity !== undefined || election.nextStrategy !== oldestEmulationVersion) return [];
    if (!election.nextDeciding.has(object.metadata.name)) return [];
    const detail = 'must be a Lease whose holderIdentity is set ("" is allowed): set the field first';
    return [
      { ...invalid(["spec", "leaseName"], object.spec.leaseName, detail), other: referenceTo("Lease", lease.object) },
    ];
  },
});
