import { namespacedName } from "../core/field/object-reference.ts";
import type { NotUnderstood } from "../workload/check.ts";
import type { SetObject } from "../workload/set-object.ts";
import type { WorkloadElection } from "../workload/workload-election.ts";

/** A workload that elects a leader, or that can elect one, with a Lease that is not known. */
export interface UnknownLease {
  readonly workload: SetObject;
  /** The fact that is missing, such as `csi-provisioner computes the name of its Lease`. */
  readonly reason: string;
}

/** Returns the elections whose Lease is not known, each reason of a workload once. */
export function unknownLeases(
  elections: readonly WorkloadElection[],
  notUnderstood: readonly NotUnderstood[],
): readonly UnknownLease[] {
  const reasons = new Map(notUnderstood.map(({ object, reason }) => [object, reason]));
  const found = new Map<string, UnknownLease>();
  for (const election of elections) {
    const { workload, isOn, lockNamespace, lockName } = election;
    if (isOn === false || (isOn === true && lockNamespace !== undefined && lockName !== undefined)) continue;
    const reason = computedName(election) ?? reasons.get(workload) ?? "the name of its Lease is not set";
    const { kind, namespace, name } = workload;
    found.set(JSON.stringify([kind, namespace, name, reason]), { workload, reason });
  }
  return [...found.values()];
}

/** The reason of an election in which only the name of the Lease is missing. */
function computedName({ program, isOn, lockNamespace }: WorkloadElection): string | undefined {
  if (program === undefined || program.lockName !== undefined) return undefined;
  return isOn === true && lockNamespace !== undefined ? `${program.name} computes the name of its Lease` : undefined;
}

/** Returns a text such as `the Lease of Deployment team-a/a is not known, because ...`. */
export function unknownLeaseText({ workload: { kind, namespace, name }, reason }: UnknownLease): string {
  const title = namespace === undefined ? name : namespacedName({ namespace, name });
  return `the Lease of ${kind} ${title} is not known, because ${reason}`;
}
