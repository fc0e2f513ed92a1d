import { defineRelationRule, type Rule } from "../rule.ts";
import { changesField } from "../shared/field-changes.ts";
import { electionFor, mustBeLive } from "../shared/known-election.ts";

/**
 * If preferredHolder is set, the holder stops renewing. kube-apiserver then elects a candidate. The
 * rule only warns, because the Leases and the LeaseCandidates can come from two lists. If the
 * LeaseCandidates were listed first, a LeaseCandidate that was created between the two lists is
 * missing.
 */
export const rule: Rule = defineRelationRule({
  id: "lease/preferred-holder-is-candidate",
  tier: "protocol",
  atMost: "warn",
  description: "preferredHolder must be the name of a live candidate of the Lease",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check(change, context) {
    const { metadata, spec } = change.object;
    if (!spec.strategy || !spec.preferredHolder || !changesField(change, "preferredHolder")) return [];
    const election = electionFor(metadata, context);
    if (election === undefined) return undefined;
    if (election.live.has(spec.preferredHolder)) return [];
    return [mustBeLive("preferredHolder", change.object, election, context)];
  },
});
