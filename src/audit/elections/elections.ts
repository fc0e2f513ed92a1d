import { isHealthy } from "../../core/field/severity.ts";
import { compareTexts } from "../../core/text/compare-texts.ts";
import type { Guarantee } from "../../guarantee/guarantee.ts";
import { isNodeLease } from "../../rules/shared/identities.ts";
import { type Election, type ElectionState, electionStates } from "../election.ts";
import { lastReadAt, type ObjectState, stateOf } from "../reports/shown.ts";
import type { AuditedObject, AuditFinding, AuditResult } from "../result.ts";
import type { Advice } from "./advice.ts";
import type { Fencing } from "./fences.ts";

/** A Lease with an election, and what the audit found about it. */
export interface ListedElection extends AuditedObject {
  readonly election: Election;
}

/** The numbers of heartbeats by their state. */
export type Heartbeats = ReadonlyMap<ObjectState, number>;

/** The guarantees of elections, by their Lease. */
export type Guarantees = ReadonlyMap<ListedElection, Guarantee>;

/** The elections of an audit, in the order in which a person looks at them. */
export interface Elections {
  readonly audit: AuditResult;
  readonly readAt: Date;
  readonly elections: readonly ListedElection[];
  readonly nodes: Heartbeats;
  readonly apiServers: Heartbeats;
  /** What the settings of the flags tolerate, if the flags contain all of them. */
  readonly advice?: Advice | undefined;
  /** With `--guarantee`, which hypotheses of the guarantee hold. */
  readonly guarantees?: Guarantees | undefined;
  /** With `--fences`, the fences of the cluster. */
  readonly fencing?: Fencing | undefined;
}

export function electionsIn(audit: AuditResult): Elections {
  const readAt = lastReadAt(audit);
  const heartbeats = audit.objects.filter(({ kind, election }) => kind === "Lease" && election === undefined);
  return {
    audit,
    readAt,
    elections: audit.objects.filter(hasElection).toSorted(compareElections),
    nodes: countStates(heartbeats.filter(isNodeLease), readAt),
    apiServers: countStates(
      heartbeats.filter((each) => !isNodeLease(each)),
      readAt,
    ),
  };
}

function hasElection(object: AuditedObject): object is ListedElection {
  return object.election !== undefined;
}

function countStates(objects: readonly AuditedObject[], at: Date): Heartbeats {
  const counts = new Map<ObjectState, number>();
  for (const object of objects) {
    const state = stateOf(object, at);
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  return counts;
}

/** Reports whether a person must look at an election: an error or a warning is about it. */
export function needsAttention({ findings }: ListedElection): boolean {
  return !isHealthy(findings);
}

/** Returns the worst finding about an election that needs attention. */
export function worstFinding(listed: ListedElection): AuditFinding | undefined {
  return needsAttention(listed) ? listed.findings[0] : undefined;
}

/** Compares the order in which a person looks at elections. */
export function compareElections(a: ListedElection, b: ListedElection): number {
  return (
    Number(needsAttention(b)) - Number(needsAttention(a)) ||
    rankOf(a.election.state) - rankOf(b.election.state) ||
    compareTexts(a.namespace, b.namespace) ||
    compareTexts(a.name, b.name)
  );
}

function rankOf(state: ElectionState): number {
  return electionStates.indexOf(state);
}

/** Returns the numbers of elections in each state, in the order of `electionStates`. */
export function electionCounts(elections: readonly ListedElection[]): readonly (readonly [ElectionState, number])[] {
  return electionStates.map((state) => [state, elections.filter(({ election }) => election.state === state).length]);
}

/** Returns the reason for the state of an election or, without one, its worst error or warning. */
export function reasonOf(listed: ListedElection): string {
  return listed.election.reason || (worstFinding(listed)?.message ?? "");
}
