import { namespacedName } from "../core/field/object-reference.ts";
import { type KnownElection, knownElections } from "../workload/election-rights.ts";
import { readElections } from "../workload/elections.ts";
import type { FindProgram } from "../workload/find-program.ts";
import { objectSetOf } from "../workload/object-set.ts";
import type { WorkloadElection } from "../workload/workload-election.ts";
import type { Pods } from "./pods.ts";

/** An election that is on, and whose Lease is known. */
export type LockedElection = KnownElection & { readonly lockName: string };

export interface PodElection {
  readonly election: LockedElection;
  /** The time from which a pod is ready, in milliseconds since 1970. */
  readonly readyMs: number;
}

/** A workload, and the Lease that its program uses according to the program table. */
export interface TableLock {
  readonly namespace: string;
  readonly workload: string;
  readonly program: string;
  /** NAMESPACE/NAME of the Lease. */
  readonly lock: string;
}

export interface PodElections {
  /** The elections of pods that compete for one Lease, whose settings are known. */
  readonly elections: readonly PodElection[];
  /** The Leases of these elections, and the default ones of programs with unknown settings. */
  readonly locks: readonly TableLock[];
}

/** Returns the elections of ready pods, according to the program table and the pods. */
export async function podElections(pods: Pods | undefined, findProgram: FindProgram): Promise<PodElections> {
  const found: PodElection[] = [];
  const locks: TableLock[] = [];
  for (const { workload, readyMs } of pods?.electing() ?? []) {
    const set = objectSetOf([{ group: "workloads", object: workload }]);
    const { elections } = await readElections(set, findProgram);
    locks.push(...elections.flatMap((each) => tableLock(each) ?? []));
    for (const election of knownElections(elections)) {
      const { lockName } = election;
      if (lockName !== undefined && election.isSharded === false && isLease(election))
        found.push({ election: { ...election, lockName }, readyMs });
    }
  }
  return { elections: found, locks };
}

/** Returns the Lease of an election that is not known to be off. */
function tableLock(election: WorkloadElection): TableLock | undefined {
  const { workload, program, isOn, isSharded, lockName = program?.lockName?.default } = election;
  const { namespace = "", name } = workload;
  if (program?.isVerified !== true || lockName === undefined || isOn === false || isSharded === true) return undefined;
  if (!isLease(election)) return undefined;
  const lock = namespacedName({ namespace: election.lockNamespace ?? namespace, name: lockName });
  return { namespace, workload: name, program: program.name, lock };
}

function isLease({ lockType }: WorkloadElection): boolean {
  return lockType === undefined || lockType.value === "leases";
}

/** Returns NAMESPACE/NAME of the workload of an election that was read from a pod. */
export function electingWorkload({ workload: { namespace = "", name } }: Pick<KnownElection, "workload">): string {
  return namespacedName({ namespace, name });
}

/** Returns NAMESPACE/NAME of the Lease. */
export function lockOf({ lockNamespace, lockName }: Pick<LockedElection, "lockNamespace" | "lockName">): string {
  return namespacedName({ namespace: lockNamespace, name: lockName });
}
