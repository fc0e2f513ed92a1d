import { oldestEmulationVersion } from "../../core/api/coordination.ts";
import type { ChangeOf, RelationContext } from "../rule.ts";
import { isExpired } from "./candidate-life.ts";
import { type Candidate, haveSameWeight } from "./election.ts";
import { isSameValue } from "./field-changes.ts";

/**
 * Reports whether a LeaseCandidate has a strategy. A LeaseCandidate without a strategy must not
 * cause findings about other LeaseCandidates.
 */
export function hasStrategy({ spec: { strategies } }: Candidate): boolean {
  return strategies.some(({ value }) => value !== "");
}

/**
 * Reports whether a LeaseCandidate has the strategy OldestEmulationVersion, alone or in its list.
 */
export function asksForOldest({ spec: { strategies } }: Candidate): boolean {
  return strategies.some(({ value }) => value === oldestEmulationVersion);
}

/**
 * Reports whether a write can change the strategy that the LeaseCandidates choose: a create, a
 * change of the strategies or of binaryVersion, or any update of an expired LeaseCandidate.
 */
export function changesVote(
  change: ChangeOf<"LeaseCandidate", "CREATE" | "UPDATE">,
  { now }: Pick<RelationContext, "now">,
): boolean {
  if (change.operation === "CREATE") return true;
  const { object, oldObject } = change;
  return (
    !isSameValue(object.spec.strategies, oldObject.spec.strategies) ||
    !haveSameWeight(object, oldObject) ||
    isExpired(oldObject, now)
  );
}
