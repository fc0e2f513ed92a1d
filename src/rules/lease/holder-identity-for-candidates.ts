import { oldestEmulationVersion } from "../../core/api/coordination.ts";
import { referenceTo } from "../../core/api/fields.ts";
import { required } from "../../core/field/error.ts";
import { defineRelationRule, type Rule } from "../rule.ts";
import { asksForOldest } from "../shared/candidate-vote.ts";
import { electionFor } from "../shared/known-election.ts";
import { electsOldest } from "../shared/lease-term.ts";

/**
 * The election controller of kube-apiserver requires holderIdentity in a Lease for which candidates
 * with the strategy OldestEmulationVersion compete. The field may be empty, as after a release. The
 * rule holder-identity-for-strategy reports Leases that have this strategy themselves.
 */
export const rule: Rule = defineRelationRule({
  id: "lease/holder-identity-for-candidates",
  tier: "protocol",
  description:
    "holderIdentity must be set in a Lease for which candidates with the strategy OldestEmulationVersion run",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check(change, context) {
    const { metadata, spec } = change.object;
    if (spec.holderIdentity !== undefined || electsOldest(spec)) return [];
    if (change.operation === "UPDATE" && change.oldObject.spec.holderIdentity === undefined) return [];
    const election = electionFor(metadata, context);
    if (election === undefined) return undefined;
    if (election.nextStrategy !== oldestEmulationVersion) return [];
    const candidate = [...election.nextDeciding.values()].find(asksForOldest);
    const error = required(
      ["spec", "holderIdentity"],
      'must be set while candidates for this Lease run; "" is allowed',
    );
    return [{ ...error, other: candidate && referenceTo("LeaseCandidate", candidate) }];
  },
});
