import { type HubByKind, oldestEmulationVersion } from "../../core/api/coordination.ts";
import { referenceTo } from "../../core/api/fields.ts";
import { type FieldError, invalid } from "../../core/field/error.ts";
import { goQuote } from "../../core/field/go-quote.ts";
import { shorten } from "../../core/field/path.ts";
import { compareMicroTimes, microTimeMs } from "../../core/text/time.ts";
import type { RelationContext } from "../rule.ts";
import type { LeaseReference, Seen } from "../view.ts";
import { candidateValidMinutes, isExpired } from "./candidate-life.ts";
import { hasStrategy } from "./candidate-vote.ts";
import { type Candidate, chosenStrategy, deciding, disagree, electable } from "./election.ts";

/**
 * The LeaseCandidates of a Lease that take part in elections, and the strategy that they choose.
 */
export interface Election {
  /** The LeaseCandidates that have not expired, by name. */
  readonly live: ReadonlyMap<string, Candidate>;
  /** The live LeaseCandidates that have a strategy. */
  readonly voting: readonly Candidate[];
  /** The voting LeaseCandidates that respond to pings. */
  readonly answering: readonly Candidate[];
  /** The strategy on which the voting LeaseCandidates agree. */
  readonly strategy: string | undefined;
  /** The strategy of the next election, in which only the answering LeaseCandidates count. */
  readonly nextStrategy: string | undefined;
  /** The LeaseCandidates that decide on the strategy of the next election, by name. */
  readonly nextDeciding: ReadonlyMap<string, Candidate>;
  /**
   * The candidates that could be elected if the candidates that do not respond to pings also
   * counted. The list is empty if every candidate responds to pings, or if the strategy is not
   * OldestEmulationVersion.
   */
  readonly oldest: readonly Candidate[];
  /**
   * The first LeaseCandidate with each opinion, among the LeaseCandidates that decide on the
   * strategy. The opinion of a LeaseCandidate is its list of strategies. Contains at most
   * `maxOpinions` LeaseCandidates, and none if the LeaseCandidates agree.
   */
  readonly opinions: readonly Candidate[];
  /** True if `disagreeAlone` is true for at least one pair of opinions. */
  readonly disagreesInPairs: boolean;
}

/**
 * The maximum number of opinions. Rules compare opinions in pairs, and a hostile file can contain
 * 100,000 LeaseCandidates.
 */
const maxOpinions = 10;

/**
 * The maximum total number of strategies in two opinions that rules compare. A hostile file can
 * contain LeaseCandidates with 100,000 strategies.
 */
const maxStrategies = 200;

/**
 * The time in milliseconds that rules allow for an election: a minute. An election takes about 5 s,
 * in which kube-apiserver waits for the candidates to respond to pings.
 */
export const maxElectionMs = 60_000;

/**
 * Reports whether an object was read recently enough to compare other objects with it. Since an
 * older reading, an election can have ended.
 */
export function isFresh({ seenAt }: Pick<Seen<"Lease">, "seenAt">, { now }: Pick<RelationContext, "now">): boolean {
  return Math.abs(now.getTime() - seenAt.getTime()) <= maxElectionMs;
}

/**
 * The computed elections, each with the time of the validation, by the list of LeaseCandidates.
 * Thousands of LeaseCandidates can share one list, and rules then compute its election only once.
 */
const elections = new WeakMap<
  readonly Seen<"LeaseCandidate">[],
  { readonly at: number; readonly election: Election | undefined }
>();

/**
 * Returns the election for a Lease. Returns undefined if the view contains no LeaseCandidate of the
 * Lease, or a LeaseCandidate of the Lease that is not fresh (`isFresh`).
 */
export function electionFor(lease: LeaseReference, { view, now }: RelationContext): Election | undefined {
  const seen = view.candidatesOf(lease);
  const at = now.getTime();
  const known = elections.get(seen);
  if (known?.at === at) return known.election;
  const election = seen.length > 0 && seen.every((each) => isFresh(each, { now })) ? toElection(seen, now) : undefined;
  elections.set(seen, { at, election });
  return election;
}

function toElection(seen: readonly Seen<"LeaseCandidate">[], now: Date): Election {
  const live = seen.map(({ object }) => object).filter((candidate) => !isExpired(candidate, now));
  const voting = live.every(hasStrategy) ? live : live.filter(hasStrategy);
  const strategy = chosenStrategy(voting);
  const opinions = strategy === undefined ? opinionsOf(deciding(voting)) : [];
  const answering = voting.every(answersPings) ? voting : voting.filter(answersPings);
  return {
    live: byName(live),
    voting,
    answering,
    strategy,
    nextStrategy: answering === voting ? strategy : chosenStrategy(answering),
    nextDeciding: byName(deciding(answering)),
    oldest: answering !== voting && strategy === oldestEmulationVersion ? electable(voting) : [],
    opinions,
    disagreesInPairs: opinions.some((each, index) =>
      opinions.slice(0, index).some((other) => disagreeAlone(each, other)),
    ),
  };
}

function byName(candidates: readonly Candidate[]): ReadonlyMap<string, Candidate> {
  return new Map(candidates.map((candidate) => [candidate.metadata.name, candidate]));
}

/** Reports whether two LeaseCandidates disagree without regard to other LeaseCandidates. */
export function disagreeAlone(a: Candidate, b: Candidate): boolean | undefined {
  return a.spec.strategies.length + b.spec.strategies.length > maxStrategies ? undefined : disagree(a, b);
}

function opinionsOf(candidates: readonly Candidate[]): readonly Candidate[] {
  const opinions = new Map<string, Candidate>();
  for (const candidate of candidates) {
    if (opinions.size === maxOpinions) break;
    const opinion = JSON.stringify(candidate.spec.strategies.map(({ value }) => value));
    if (!opinions.has(opinion)) opinions.set(opinion, candidate);
  }
  return [...opinions.values()];
}

export function leaseReferenceOf({ metadata: { namespace }, spec: { leaseName } }: Candidate): LeaseReference {
  return { namespace, name: leaseName };
}

/** Reports whether a LeaseCandidate was renewed after its last ping, or has no pingTime. */
export function answersPings({ spec: { pingTime, renewTime } }: Candidate): boolean {
  return pingTime === undefined || (renewTime !== undefined && compareMicroTimes(renewTime, pingTime) >= 0);
}

/**
 * Reports whether the last ping of a LeaseCandidate is so recent that an election can be in
 * progress.
 */
export function isPingRecent({ spec: { pingTime } }: Candidate, { now }: Pick<RelationContext, "now">): boolean {
  return pingTime !== undefined && microTimeMs(pingTime) + maxElectionMs > now.getTime();
}

const namedCandidates = 3;

/**
 * Returns the error for a field of a Lease that names no live LeaseCandidate. The message names
 * live LeaseCandidates, but not the holder, because preferredHolder must differ from
 * holderIdentity.
 */
export function mustBeLive(
  field: "holderIdentity" | "preferredHolder",
  { metadata, spec }: HubByKind["Lease"],
  { voting }: Election,
  { view }: RelationContext,
): FieldError {
  const others = voting.filter(({ metadata: { name } }) => name !== spec.holderIdentity);
  const examples = others
    .slice(0, namedCandidates)
    .map((each) => goQuote(shorten(each.metadata.name)))
    .join(", ");
  const advice = others.length > 0 ? `, such as ${examples}` : field === "preferredHolder" ? ": remove the field" : "";
  const expired = view.candidatesOf(metadata).find(({ object }) => object.metadata.name === spec[field]);
  return {
    ...invalid(
      ["spec", field],
      spec[field],
      `must be the name of a candidate of this Lease that renewed in the last ${candidateValidMinutes} minutes${advice}`,
    ),
    other: expired && referenceTo("LeaseCandidate", expired.object),
  };
}
