import { defineRelationRule, type Rule } from "../rule.ts";
import { changesField } from "../shared/field-changes.ts";
import { electionFor, mustBeLive } from "../shared/known-election.ts";
import { isUnexpired } from "../shared/lease-term.ts";

/**
 * In a coordinated election, kube-apiserver writes the name of the elected candidate to
 * holderIdentity. Only the process with this identity renews the Lease. The rule only warns,
 * because the Leases and the LeaseCandidates can come from two lists. If the LeaseCandidates were
 * listed first, a LeaseCandidate that was created between the two lists is missing.
 *
 * The rule reports nothing if preferredHolder names a live LeaseCandidate. While a program changes
 * to coordinated elections, kube-apiserver sets both fields in a Lease that the old version of the
 * program holds.
 */
export const rule: Rule = defineRelationRule({
  id: "lease/holder-is-candidate",
  tier: "protocol",
  atMost: "warn",
  description: "the holder of a Lease with a strategy must be a live candidate of the Lease",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check(change, context) {
    const { metadata, spec } = change.object;
    if (!spec.strategy || !spec.holderIdentity || !isUnexpired(spec, context)) return [];
    if (!changesField(change, "holderIdentity") && !changesField(change, "strategy")) return [];
    const election = electionFor(metadata, context);
    if (election === undefined) return undefined;
    if (election.live.has(spec.holderIdentity) || election.live.has(spec.preferredHolder ?? "")) return [];
    return [mustBeLive("holderIdentity", change.object, election, context)];
  },
});
