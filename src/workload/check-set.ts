import type { Severity } from "../core/field/severity.ts";
import type { CheckId, NotUnderstood, SetFinding } from "./check.ts";
import { checks } from "./checks.ts";
import { factsOf } from "./facts.ts";
import type { ElectionProgram } from "./program.ts";
import type { ObjectSet, SetObject } from "./set-object.ts";
import type { WorkloadElection } from "./workload-election.ts";

export interface CheckFinding extends SetFinding {
  readonly id: CheckId;
  readonly severity: Severity;
}

/** An error that a check throws, which is a bug in lease-guard. */
export interface CheckCrash {
  readonly origin: CheckId;
  readonly error: unknown;
}

export interface CheckedSet {
  /** In the order of the checks. */
  readonly findings: readonly CheckFinding[];
  readonly crashes: readonly CheckCrash[];
  readonly notUnderstood: readonly NotUnderstood[];
  /**
   * The workloads with an election, about which facts can still be missing, and the objects that
   * contain its settings, such as ConfigMaps.
   */
  readonly electing: ReadonlySet<SetObject>;
}

export interface SetSettings {
  /** Programs in addition to the program table. */
  readonly programs: readonly ElectionProgram[];
  /** The ids of the checks that do not run. */
  readonly disabledChecks: ReadonlySet<string>;
  /** True for findings of the severity `info`, too. */
  readonly info: boolean;
}

/** Runs the checks on the objects of a set. */
export async function checkSet(set: ObjectSet, { programs, disabledChecks, info }: SetSettings): Promise<CheckedSet> {
  const { facts, notUnderstood } = await factsOf(set, programs);
  const findings: CheckFinding[] = [];
  const crashes: CheckCrash[] = [];
  for (const { id, severity, check } of checks) {
    if (disabledChecks.has(id) || (severity === "info" && !info)) continue;
    try {
      for (const finding of check(facts))
        if (info || finding.severity !== "info") findings.push({ severity, ...finding, id });
    } catch (error) {
      crashes.push({ origin: id, error });
    }
  }
  return { findings, crashes, notUnderstood, electing: new Set(facts.elections.flatMap(objectsOf)) };
}

function objectsOf(election: WorkloadElection): readonly SetObject[] {
  const { workload, replicas, switches, timings, lockNameField, lockType, identity, configuration } = election;
  const located = [
    ...[replicas, lockNameField, lockType, identity === "missing" ? undefined : identity],
    ...[...switches, ...configuration, ...Object.values(timings).map(({ set }) => set)],
  ];
  return [workload, ...located.flatMap((each) => each?.object ?? [])];
}
