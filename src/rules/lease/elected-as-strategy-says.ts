import { oldestEmulationVersion } from "../../api/coordination.ts";
import { referenceTo } from "../../api/reference-to.ts";
import { invalid } from "../../field/error.ts";
import { goQuote } from "../../field/go-quote.ts";
import { parseTime } from "../../text/time.ts";
import { defineRelationRule, type RelationContext, type Rule } from "../rule.ts";
import { hasStrategy } from "../shared/candidate-vote.ts";
import { type Candidate, electable } from "../shared/election.ts";
import { changesField } from "../shared/field-changes.ts";
import { answersPings, electionFor, maxElectionMs } from "../shared/known-election.ts";
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
  description: "the holder or preferredHolder must be the candidate with the lowest version if strategy is OldestEmulationVersion",
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
    const live = [...election.live.values()].filter(hasStrategy);
    const elected = electable(live.filter(answersPings));
    const [best] = elected;
    if (best === undefined || elected.some(({ metadata: { name } }) => name === holderIdentity || name === preferredHolder)) return [];
    if (live.some((candidate) => isChanging(candidate, context))) return [];
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
function isChanging({ metadata, spec: { pingTime } }: Candidate, { now }: RelationContext): boolean {
  const created = parseTime(metadata.creationTimestamp ?? "");
  const times = [created, pingTime === undefined ? undefined : parseTime(pingTime)];
  return created === undefined || times.some((time) => time !== undefined && time.getTime() + maxElectionMs > now.getTime());
}
