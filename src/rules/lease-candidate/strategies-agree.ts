import { type FieldError, invalid } from "../../field/error.ts";
import { goQuote } from "../../field/go-quote.ts";
import { isListItem } from "../../field/path.ts";
import { type ChangeOf, defineRelationRule, type RelationContext, type Rule } from "../rule.ts";
import { type Candidate, disagree, haveSameWeight } from "../shared/election.ts";
import { isSameValue } from "../shared/field-changes.ts";
import { type Election, electionFor, isExpired, leaseKeyOf } from "../shared/known-election.ts";

/**
 * Upstream: pickBestStrategy. While candidates disagree, kube-apiserver elects no holder and leaves
 * the Lease as it is. The rule only warns, because a rolling update can change the strategy.
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
    if (isExpired(object, context.now) || object.spec.strategies.length === 0 || !changesOpinion(change, context)) return [];
    const election = electionFor(leaseKeyOf(object), context);
    if (election === undefined) return undefined;
    const other = election.strategy === undefined ? opponentOf(object, election) : undefined;
    return other === undefined ? [] : [disagreement(object, other)];
  },
});

function changesOpinion(change: ChangeOf<"LeaseCandidate", "CREATE" | "UPDATE">, { now }: RelationContext): boolean {
  if (change.operation === "CREATE") return true;
  const [{ spec }, { spec: old }] = [change.object, change.oldObject];
  return !isSameValue(spec.strategies, old.strategies) || !haveSameWeight(change.object, change.oldObject) || isExpired({ spec: old }, now);
}

/**
 * Returns a candidate with which the given candidate disagrees. If each pair agrees and only all
 * candidates together disagree, returns another candidate.
 */
function opponentOf(candidate: Candidate, { opinions, disagreesInPairs }: Election): Candidate | undefined {
  const others = opinions.filter(({ metadata }) => metadata.name !== candidate.metadata.name);
  return others.find((other) => disagree(candidate, other)) ?? (disagreesInPairs ? undefined : others[0]);
}

/** The maximum number of strategies that a message names. */
const namedStrategies = 10;

function disagreement({ spec }: Candidate, { metadata: { namespace, name }, spec: theirs }: Candidate): FieldError {
  const [first] = spec.strategies;
  const isList = first === undefined || isListItem(first.field);
  const wanted = theirs.strategies
    .slice(0, namedStrategies)
    .map(({ value }) => goQuote(value))
    .join(", ");
  const detail = isList
    ? `must not contradict the order [${wanted}] of the candidate ${goQuote(name)}`
    : `must be ${wanted}, as for the candidate ${goQuote(name)} with the same binaryVersion`;
  const error = isList ? invalid(["spec", "preferredStrategies"], spec.strategies, detail) : invalid(first.field, first.value, detail);
  return { ...error, other: { kind: "LeaseCandidate", namespace, name } };
}
