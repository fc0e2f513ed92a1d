import { namespacedName } from "../core/field/object-reference.ts";
import { type KnownElection, knownElections } from "../workload/election-rights.ts";
import { readElections } from "../workload/elections.ts";
import type { FindProgram } from "../workload/find-program.ts";
import { objectSetOf } from "../workload/object-set.ts";
import type { Pods } from "./pods.ts";

/** An election that is on, and whose Lease is known. */
export type LockedElection = KnownElection & { readonly lockName: string };

export interface PodElection {
  readonly election: LockedElection;
  /** The time from which a pod is ready, in milliseconds since 1970. */
  readonly readyMs: number;
}

/**
 * Returns the elections of ready pods that compete for one Lease, according to the program table
 * and the pods.
 */
export async function podElections(pods: Pods, findProgram: FindProgram): Promise<readonly PodElection[]> {
  const found: PodElection[] = [];
  for (const { workload, readyMs } of pods.electing()) {
    const set = objectSetOf([{ group: "workloads", object: workload }]);
    const { elections } = await readElections(set, findProgram);
    for (const election of knownElections(elections)) {
      const { lockName, isSharded, lockType } = election;
      if (lockName === undefined || isSharded !== false || !["leases", undefined].includes(lockType?.value)) continue;
      found.push({ election: { ...election, lockName }, readyMs });
    }
  }
  return found;
}

/** Returns NAMESPACE/NAME of the Lease. */
export function lockOf({ lockNamespace, lockName }: Pick<LockedElection, "lockNamespace" | "lockName">): string {
  return namespacedName({ namespace: lockNamespace, name: lockName });
}
