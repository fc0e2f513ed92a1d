import { namespacedName, referenceKey } from "../../core/field/object-reference.ts";
import { isoSecond } from "../../core/text/time.ts";
import { sanitize } from "../../report/sanitize.ts";
import { leaderText } from "./cells.ts";
import { type Elections, type ListedElection, reasonOf } from "./elections.ts";

/** Returns a line for each election whose state or leader differs between two readings. */
export function changeLines(before: Elections, after: Elections): readonly string[] {
  const known = new Map(before.elections.map((listed) => [referenceKey(listed), listed]));
  const changed = after.elections.flatMap((listed) => {
    const key = referenceKey(listed);
    const earlier = known.get(key);
    known.delete(key);
    return change(listed, earlier);
  });
  const deleted = [...known.values()].map((listed) => `${namespacedName(listed)}: deleted`);
  return [...changed, ...deleted].map((line) => `${isoSecond(after.readAt)} ${sanitize(line)}\n`);
}

function change(listed: ListedElection, earlier: ListedElection | undefined): readonly string[] {
  const [state, leader] = [listed.election.state, leaderText(listed)];
  const [oldState, oldLeader] = [earlier?.election.state, earlier && leaderText(earlier)];
  if (state === oldState && leader === oldLeader) return [];
  const was = (old: string | undefined, now: string): string =>
    old === undefined || old === now ? "" : ` (was ${old})`;
  const reason = state === oldState ? "" : reasonOf(listed);
  return [
    `${namespacedName(listed)}: ${state}${was(oldState, state)}, leader ${leader}${was(oldLeader, leader)}${reason && `: ${reason}`}`,
  ];
}
