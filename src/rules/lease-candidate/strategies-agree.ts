import { referenceTo } from "../../core/api/fields.ts";
import { type FieldError, invalid } from "../../core/field/error.ts";
import { goQuote } from "../../core/field/go-quote.ts";
import { shorten } from "../../core/field/path.ts";
import { defineRelationRule, type Rule } from "../rule.ts";
import { isExpired } from "../shared/candidate-life.ts";
import { changesVote, hasStrategy } from "../shared/candidate-vote.ts";
import { type Candidate, listsStrategies } from "../shared/election.ts";
import { isSameValue } from "../shared/field-changes.ts";
import { disagreeAlone, type Election, electionFor, leaseReferenceOf } from "../shared/known-election.ts";

/**
 * While LeaseCandidates disagree, kube-apiserver elects no holder and leaves the Lease as it is
 * (pickBestStrategy). The rule only warns, because a rolling update can change the strategy.
 */
export const rule: Rule = defineRelationRule({
  id: "lease-candidate/strategies-agree",
  tier: "protocol",
  atMost: "warn",
  description: "the candidates of a Lease must agree on one strategy",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check(change, context) {
    const { object } = change;
    if (isExpired(object, context.now) || !hasStrategy(object) || !changesVote(change, context)) return [];
    const election = electionFor(leaseReferenceOf(object), context);
    if (election === undefined) return undefined;
    const opponent = election.strategy === undefined ? opponentOf(object, election) : undefined;
    return opponent === undefined ? [] : [disagreement(object, opponent)];
  },
});

interface Opponent {
  readonly opponent: Candidate;
  /** True if the two LeaseCandidates disagree without regard to other LeaseCandidates. */
  readonly alone: boolean;
}

/**
 * Returns a LeaseCandidate that disagrees with the given LeaseCandidate. Prefers a LeaseCandidate
 * for which `disagreeAlone` is true. Otherwise, returns a LeaseCandidate with other strategies,
 * unless only other LeaseCandidates disagree. Returns undefined if there is no such LeaseCandidate.
 */
function opponentOf(candidate: Candidate, { opinions, disagreesInPairs }: Election): Opponent | undefined {
  const others = opinions.filter(({ spec }) => !isSameValue(spec.strategies, candidate.spec.strategies));
  let isUnknown = false;
  for (const opponent of others) {
    const disagrees = disagreeAlone(candidate, opponent);
    if (disagrees) return { opponent, alone: true };
    if (disagrees === undefined) isUnknown = true;
  }
  return others[0] === undefined || (disagreesInPairs && !isUnknown)
    ? undefined
    : { opponent: others[0], alone: false };
}

function disagreement(candidate: Candidate, { opponent, alone }: Opponent): FieldError {
  const { strategies } = candidate.spec;
  const [first] = strategies;
  const isOwnList = first === undefined || listsStrategies(candidate);
  const own = shown(candidate);
  const reason = isOwnList
    ? `, instead of ${own}`
    : listsStrategies(opponent)
      ? ""
      : ", which has the same binaryVersion";
  const detail = alone
    ? `must agree with ${shown(opponent)} of the candidate ${goQuote(shorten(opponent.metadata.name))}${reason}`
    : `must agree with all candidates of this Lease: together with ${own}, their lists have no common first strategy`;
  const error = isOwnList
    ? invalid(
        ["spec", "preferredStrategies"],
        strategies.map(({ value }) => value),
        detail,
      )
    : invalid(first.field, first.value, detail);
  return { ...error, other: referenceTo("LeaseCandidate", opponent) };
}

const shownStrategies = 3;

/** Returns the quoted strategy of a LeaseCandidate, or the first strategies of its list. */
function shown(candidate: Candidate): string {
  const { strategies } = candidate.spec;
  const values = strategies.slice(0, shownStrategies).map(({ value }) => goQuote(shorten(value)));
  if (!listsStrategies(candidate)) return values.join("");
  return `[${values.join(", ")}${strategies.length > values.length ? ", …" : ""}]`;
}
