import type { HubByKind } from "../../core/api/coordination.ts";
import { isListItem } from "../../core/field/path.ts";
import { compareVersions, parseVersion, type SemanticVersion } from "../../core/text/semantic-version.ts";
import { parseTime } from "../../core/text/time.ts";
import { append } from "./append.ts";

export type Candidate = HubByKind["LeaseCandidate"];

/**
 * Returns the strategy on which the LeaseCandidates of a Lease agree, or undefined if the
 * LeaseCandidates disagree or name no strategy. The function corresponds to `pickBestStrategy` of
 * kube-apiserver.
 *
 * In v1beta1 and v1alpha2, only the LeaseCandidates with the highest binaryVersion decide. This
 * function ignores LeaseCandidates with a lower binaryVersion. In kube-apiserver, they can prevent
 * a choice if they disagree, depending on the order of the LeaseCandidates.
 *
 * In v1alpha1, each LeaseCandidate lists strategies in order of preference. The lists agree if
 * exactly one strategy is never after another one, and the order has no cycle.
 */
export function chosenStrategy(candidates: readonly Candidate[]): string | undefined {
  const lists = deciding(candidates).map(({ spec }) => spec.strategies.map(({ value }) => value));
  if (candidates.some(listsStrategies)) return firstStrategy(lists);
  const strategies = new Set(lists.flat());
  return strategies.size === 1 ? [...strategies].join() : undefined;
}

/**
 * Reports whether kube-apiserver cannot choose a strategy if only these two LeaseCandidates exist.
 */
export function disagree(...pair: readonly [Candidate, Candidate]): boolean {
  return chosenStrategy(pair) === undefined;
}

/**
 * Returns the LeaseCandidates that decide on the strategy: all LeaseCandidates in v1alpha1, and
 * otherwise the LeaseCandidates with the highest binaryVersion. An invalid version counts as 0.0.0.
 */
export function deciding(candidates: readonly Candidate[]): readonly Candidate[] {
  if (candidates.some(listsStrategies)) return candidates;
  const versions = candidates.map((candidate) => ({ candidate, version: versionOrZero(candidate.spec.binaryVersion) }));
  return greatest(versions, (a, b) => compareVersions(a.version, b.version)).map(({ candidate }) => candidate);
}

/**
 * Reports whether two LeaseCandidates count equally in the choice of a strategy, because they have
 * the same binaryVersion or because one of them lists strategies. An invalid version counts as
 * 0.0.0.
 */
export function haveSameWeight(a: Candidate, b: Candidate): boolean {
  if ([a, b].some(listsStrategies)) return true;
  return compareVersions(versionOrZero(a.spec.binaryVersion), versionOrZero(b.spec.binaryVersion)) === 0;
}

function versionOrZero(text: string | undefined): SemanticVersion {
  return parseVersion(text ?? "") ?? zero;
}

/** Reports whether a LeaseCandidate is of v1alpha1, and therefore lists its strategies. */
export function listsStrategies({ spec: { strategies } }: Candidate): boolean {
  const [first] = strategies;
  return first === undefined || isListItem(first.field);
}

/**
 * Returns the LeaseCandidates that kube-apiserver can elect for the strategy
 * OldestEmulationVersion: those with the lowest emulationVersion, then the lowest binaryVersion,
 * then the oldest creationTimestamp. Returns several only if they are equal in all three fields.
 * Ignores invalid versions, as `pickBestLeaderOldestEmulationVersion` of kube-apiserver does.
 */
export function electable(candidates: readonly Candidate[]): readonly Candidate[] {
  const versioned = candidates.flatMap((candidate) => {
    const [emulation, binary] = [
      parseVersion(candidate.spec.emulationVersion),
      parseVersion(candidate.spec.binaryVersion ?? ""),
    ];
    return emulation && binary ? [{ candidate, emulation, binary }] : [];
  });
  const lowest = greatest(
    versioned,
    (a, b) =>
      compareVersions(b.emulation, a.emulation) ||
      compareVersions(b.binary, a.binary) ||
      createdAt(b.candidate) - createdAt(a.candidate),
  );
  return lowest.map(({ candidate }) => candidate);
}

/** Returns the items that no other item exceeds. */
function greatest<T>(items: readonly T[], compare: (a: T, b: T) => number): readonly T[] {
  let best: T[] = [];
  for (const item of items) {
    const order = best[0] === undefined ? 1 : compare(item, best[0]);
    if (order > 0) best = [item];
    else if (order === 0) best.push(item);
  }
  return best;
}

const zero: SemanticVersion = { numbers: ["0", "0", "0"], preRelease: [] };

/** Returns the time of creation in milliseconds. As in Go, an absent time is before all others. */
function createdAt({ metadata }: Candidate): number {
  return parseTime(metadata.creationTimestamp ?? "")?.getTime() ?? Number.MIN_SAFE_INTEGER;
}

/**
 * Returns the only strategy that never comes after another strategy in a list: the first result of
 * `topologicalSortWithOneRoot`. Returns undefined if there is no such strategy or more than one, or
 * if the lists contain a cycle. Keeps a position in each list instead of a graph, because a graph
 * of a million strategies would need much more memory.
 */
function firstStrategy(lists: readonly (readonly string[])[]): string | undefined {
  const before = new Map<string, number>();
  const rests = new Map<string, ArrayIterator<string>[]>();
  for (const [first, ...others] of lists) {
    if (first !== undefined) append(rests, first, others.values());
    for (const strategy of others) before.set(strategy, (before.get(strategy) ?? 0) + 1);
  }
  const [root, ...others] = [...rests.keys()].filter((strategy) => !before.has(strategy));
  if (root === undefined || others.length > 0) return undefined;
  const next = [root];
  for (let strategy = next.pop(); strategy !== undefined; strategy = next.pop()) {
    const following = rests.get(strategy) ?? [];
    rests.delete(strategy);
    for (const rest of following) {
      const { value, done } = rest.next();
      if (done) continue;
      append(rests, value, rest);
      const left = (before.get(value) ?? 0) - 1;
      before.set(value, left);
      if (left === 0) next.push(value);
    }
  }
  return rests.size === 0 ? root : undefined;
}
