import { oldestEmulationVersion } from "../../core/api/coordination.ts";
import { referenceTo } from "../../core/api/fields.ts";
import { invalid } from "../../core/field/error.ts";
import { goQuote } from "../../core/field/go-quote.ts";
import { parseTime } from "../../core/text/time.ts";
import { defineRelationRule, type RelationContext, type Rule } from "../rule.ts";
import { type Candidate, electable } from "../shared/election.ts";
import { changesField } from "../shared/field-changes.ts";
import { electionFor, isPingRecent, maxElectionMs } from "../shared/known-election.ts";
import { electsOldest, isUnexpired } from "../shared/lease-term.ts";

/**
 * kube-apiserver elects one candidate with pickBestLeaderOldestEmulationVersion and replaces every
 * other holder within seconds. The rule only warns, because another holder is normal during the few
 * seconds of an election.
 */
export const rule: Rule = defineRelationRule({
  id: "lease/elected-as-strategy-says",
  tier: "protocol",
  atMost: "warn",
  description:
    "the holder or preferredHolder must be the candidate with the lowest version if strategy is OldestEmulationVersion",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check(change, context) {
    const { metadata, spec } = change.object;
    const { holderIdentity, preferredHolder } = spec;
    if (!electsOldest(spec) || !holderIdentity || !isUnexpired(spec, context)) return [];
    if (!changesField(change, "holderIdentity") && !changesField(change, "preferredHolder")) return [];
    const election = electionFor(metadata, context);
    if (election === undefined) return undefined;
    const [field, named] = preferredHolder ? ["preferredHolder", preferredHolder] : ["holderIdentity", holderIdentity];
    if (election.strategy !== oldestEmulationVersion || !election.live.has(named)) return [];
    const elected = electable(election.answering);
    const [best] = elected;
    if (
      best === undefined ||
      elected.some(({ metadata: { name } }) => name === holderIdentity || name === preferredHolder)
    )
      return [];
    if (election.voting.some((candidate) => isChanging(candidate, context))) return [];
    const error = invalid(
      ["spec", field],
      named,
      `must be ${goQuote(best.metadata.name)}, the first candidate by emulationVersion, binaryVersion, and age`,
    );
    return [{ ...error, other: referenceTo("LeaseCandidate", best) }];
  },
});

/**
 * Reports whether a LeaseCandidate is so new, or its last ping so recent, that an election can be
 * in progress. Also returns true if the creation time is unknown.
 */
function isChanging(candidate: Candidate, context: RelationContext): boolean {
  const created = parseTime(candidate.metadata.creationTimestamp ?? "");
  return (
    created === undefined ||
    created.getTime() + maxElectionMs > context.now.getTime() ||
    isPingRecent(candidate, context)
  );
}
