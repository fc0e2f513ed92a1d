import type { NotUnderstood } from "./check.ts";
import { undecidedRights } from "./election-rights.ts";
import { readElections } from "./elections.ts";
import { type Permissions, permissionsOf } from "./permissions.ts";
import type { ElectionProgram } from "./program.ts";
import type { ObjectSet } from "./set-object.ts";
import { tableFinder } from "./table-finder.ts";
import type { WorkloadElection } from "./workload-election.ts";

/** What the checks of elections and permissions read. */
export interface WorkloadFacts {
  readonly set: ObjectSet;
  readonly elections: readonly WorkloadElection[];
  readonly permissions: Permissions;
}

/**
 * Returns the facts of a set, and each workload of which a fact is missing. `own` are the programs
 * of `.lease-guard.yaml`.
 */
export async function factsOf(
  set: ObjectSet,
  own: readonly ElectionProgram[] = [],
): Promise<{ readonly facts: WorkloadFacts; readonly notUnderstood: readonly NotUnderstood[] }> {
  const { elections, notUnderstood } = await readElections(set, tableFinder(own));
  const permissions = permissionsOf(set);
  const known = new Set(notUnderstood.map(({ object }) => object));
  const undecided = undecidedRights(elections, permissions).filter(({ object }) => !known.has(object));
  return { facts: { set, elections, permissions }, notUnderstood: [...notUnderstood, ...undecided] };
}
