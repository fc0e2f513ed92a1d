import { joinWords } from "../core/text/join-words.ts";
import { append } from "../rules/shared/append.ts";
import type { SetObject } from "./set-object.ts";
import type { WorkloadElection } from "./workload-election.ts";

/** Returns the elections without those of programs whose facts are not verified. */
export function trustedElections(elections: readonly WorkloadElection[]): readonly WorkloadElection[] {
  return elections.filter(({ program }) => program?.isVerified !== false);
}

/** A workload, and the programs of its containers that a check reports together. */
export interface ReportedWorkload {
  readonly workload: SetObject;
  readonly replicas: number;
  /** The names of the programs, such as `a and b`. */
  readonly programs: string;
}

/** Returns each workload with replicas that has trusted elections of a kind. */
export function workloadsWith(
  elections: readonly WorkloadElection[],
  isOfKind: (election: WorkloadElection) => boolean,
): readonly ReportedWorkload[] {
  const groups = new Map<SetObject, WorkloadElection[]>();
  for (const election of trustedElections(elections)) {
    if (isOfKind(election)) append(groups, election.workload, election);
  }
  return [...groups].flatMap(([workload, group]) => {
    const replicas = group[0]?.replicas?.value;
    const programs = joinWords([...new Set(group.map(({ program }) => program?.name ?? ""))]);
    return replicas === undefined ? [] : [{ workload, replicas, programs }];
  });
}
