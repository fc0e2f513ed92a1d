import { oldestEmulationVersion } from "../../api/coordination.ts";
import { goQuote } from "../../field/go-quote.ts";
import { shorten } from "../../field/path.ts";
import { compareMicroTimes, microTimeMs } from "../../text/time.ts";
import type { RelationContext } from "../rule.ts";
import type { LeaseKey, Seen } from "../view.ts";
import { candidateValidMs } from "./candidate-life.ts";
import { type Candidate, chosenStrategy, deciding, disagree, electable } from "./election.ts";

/** The candidates of a Lease that take part in elections, and the strategy they agree on. */
export interface Election {
  /** The candidates that have not expired, by name. */
  readonly live: ReadonlyMap<string, Candidate>;
  /** Undefined if the candidates disagree, or if there are none. */
  readonly strategy: string | undefined;
  /**
   * The strategy of the next election, in which only candidates that answer pings count. Undefined
   * if these candidates disagree, or if there are none.
   */
  readonly nextStrategy: string | undefined;
  /**
   * The candidates that are first by their versions and age, if candidates do not answer pings and
   * the strategy is OldestEmulationVersion. Otherwise empty.
   */
  readonly oldest: readonly Candidate[];
  /**
   * If the candidates disagree, the first candidate with each opinion, among those that decide on
   * the strategy. The opinion of a candidate is its list of strategies. Empty if the candidates
   * agree.
   */
  readonly opinions: readonly Candidate[];
  /**
   * Whether two opinions disagree. False if each pair of opinions agrees and only all of them
   * together disagree.
   */
  readonly disagreesInPairs: boolean;
}

/**
 * The maximum number of opinions. Rules compare opinions in pairs, and a hostile file can contain
 * 100,000 candidates, or candidates with 100,000 strategies.
 */
const maxOpinions = 10;

/** The maximum number of strategies in an opinion. */
const maxStrategies = 100;

/**
 * The longest time since the view was read for which relation rules use the view: a minute. An
 * election takes about 5 s.
 */
const maxViewAgeMs = 60_000;

/** Reports whether an object was read recently enough to compare other objects with it. */
export function isFresh({ seenAt }: Pick<Seen<"Lease">, "seenAt">, { now }: Pick<RelationContext, "now">): boolean {
  return Math.abs(now.getTime() - seenAt.getTime()) <= maxViewAgeMs;
}

/**
 * The computed elections, by the list of candidates. Thousands of candidates can share one list.
 */
const elections = new WeakMap<readonly Seen<"LeaseCandidate">[], { readonly at: number; readonly election: Election | undefined }>();

/**
 * Returns the election for a Lease. Returns undefined if the view contains no candidate of the
 * Lease, or if the view is too old.
 */
export function electionFor(lease: LeaseKey, { view, now }: RelationContext): Election | undefined {
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
  const strategy = chosenStrategy(live);
  const opinions = strategy === undefined ? opinionsOf(deciding(live)) : [];
  const answering = live.every(answersPings) ? live : live.filter(answersPings);
  return {
    live: new Map(live.map((candidate) => [candidate.metadata.name, candidate])),
    strategy,
    nextStrategy: answering === live ? strategy : chosenStrategy(answering),
    oldest: answering !== live && strategy === oldestEmulationVersion ? electable(live) : [],
    opinions,
    disagreesInPairs: opinions.some((each, index) => opinions.slice(0, index).some((other) => disagree(each, other))),
  };
}

function opinionsOf(candidates: readonly Candidate[]): readonly Candidate[] {
  const opinions = new Map<string, Candidate>();
  for (const candidate of candidates) {
    if (opinions.size === maxOpinions) break;
    if (candidate.spec.strategies.length > maxStrategies) continue;
    const opinion = JSON.stringify(candidate.spec.strategies.map(({ value }) => value));
    if (!opinions.has(opinion)) opinions.set(opinion, candidate);
  }
  return [...opinions.values()];
}

/**
 * Reports whether kube-apiserver ignores a candidate, because the candidate has no renewTime or has
 * not renewed for 30 minutes. Upstream: `isLeaseCandidateExpired`.
 */
export function isExpired({ spec: { renewTime } }: Pick<Candidate, "spec">, now: Date): boolean {
  return renewTime === undefined || microTimeMs(renewTime) + candidateValidMs < now.getTime();
}

/** Returns the key of the Lease that a candidate names. */
export function leaseKeyOf({ metadata: { namespace }, spec: { leaseName } }: Candidate): LeaseKey {
  return { namespace, name: leaseName };
}

/** Reports whether a candidate has renewed since its last ping. */
export function answersPings({ spec: { pingTime, renewTime } }: Candidate): boolean {
  return pingTime === undefined || (renewTime !== undefined && compareMicroTimes(renewTime, pingTime) >= 0);
}

/** The maximum number of candidates that a message names. */
const namedCandidates = 3;

/** Returns the message for a holder that is not a live candidate. */
export function mustBeLive({ live }: Election): string {
  const names = [...live.keys()].slice(0, namedCandidates).map((name) => goQuote(shorten(name)));
  const examples = names.length === 0 ? "" : `, such as ${names.join(", ")}`;
  return `must be the name of a candidate of this Lease that renewed in the last 30 minutes${examples}`;
}
