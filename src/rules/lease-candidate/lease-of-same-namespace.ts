import { referenceTo } from "../../core/api/fields.ts";
import { invalid } from "../../core/field/error.ts";
import { goQuote } from "../../core/field/go-quote.ts";
import { defineRelationRule, type Rule } from "../rule.ts";
import { isFresh } from "../shared/known-election.ts";

/**
 * kube-apiserver looks for the Lease of a LeaseCandidate only in the namespace of the
 * LeaseCandidate. The rule only warns, because two namespaces can each have an election with the
 * same name.
 */
export const rule: Rule = defineRelationRule({
  id: "lease-candidate/lease-of-same-namespace",
  tier: "protocol",
  atMost: "warn",
  description: "a candidate must be in the namespace of the Lease for which it competes",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE"],
  check({ object }, context) {
    const { view } = context;
    const own = view.leaseOf(object);
    if (own !== undefined) return isFresh(own, context) ? [] : undefined;
    const elsewhere = view.leasesElsewhere(object).filter((lease) => isFresh(lease, context));
    if (elsewhere.length === 0) return undefined;
    const lonely = elsewhere.find(
      ({ object: { metadata, spec } }) => spec.strategy && view.candidatesOf(metadata).length === 0,
    );
    if (lonely === undefined) return [];
    const namespace = goQuote(lonely.object.metadata.namespace);
    const detail = `must not refer to the Lease in the namespace ${namespace}, which has no candidate: create the candidate in ${namespace} to compete for this Lease`;
    return [
      { ...invalid(["spec", "leaseName"], object.spec.leaseName, detail), other: referenceTo("Lease", lonely.object) },
    ];
  },
});
