import { compareTexts } from "../../core/text/compare-texts.ts";
import { pluralize } from "../../core/text/join-words.ts";
import { placeText } from "../../core/text/position.ts";
import { abstainedReason } from "../../engine/validate/verdict.ts";
import { objectTitle } from "../../report/object-title.ts";
import type { Abstention, CheckResult, NotComparedElection } from "./result.ts";

/** Returns each relation rule that abstained, with the number of objects for which it abstained. */
export function abstentions({ abstained }: Pick<CheckResult, "abstained">): readonly Abstention[] {
  return [...abstained].map(([rule, objects]) => ({ rule, objects })).toSorted((a, b) => compareTexts(a.rule, b.rule));
}

/**
 * Returns a line for each election whose objects `check` did not compare, and a line for each
 * relation rule that abstained.
 */
export function notComparedLines(result: Pick<CheckResult, "abstained" | "notCompared">): readonly string[] {
  return [
    ...result.notCompared.map(
      (election) => `${objectTitle(election.lease)}: not compared, because ${notComparedReason(election)}`,
    ),
    ...abstentions(result).map(
      ({ rule, objects }) => `${rule}: cannot check ${pluralize(objects, "object")}, because ${abstainedReason}`,
    ),
  ];
}

/**
 * Returns the reason why `check` does not compare the objects of an election, as a clause that
 * follows "because".
 */
export function notComparedReason(election: NotComparedElection): string {
  if (election.reason === "expired")
    return `all its candidates have expired since their last renewal at ${election.lastRenewal}`;
  return `${objectTitle(election.object)} occurs more than once, at ${election.places.map(placeText).join(" and ")}`;
}
