import { numberAt, objectsAt, textAt } from "../core/api/fields.ts";
import type { NotUnderstood } from "./check.ts";
import { configFilesOf } from "./config-files.ts";
import { electionOf } from "./election-of.ts";
import { environmentOf } from "./environment.ts";
import type { FindProgram } from "./find-program.ts";
import { argumentsOf } from "./flags.ts";
import type { ContainerSettings } from "./read-setting.ts";
import type { ObjectSet, SetObject } from "./set-object.ts";
import type { Located, WorkloadElection } from "./workload-election.ts";

export interface Elections {
  readonly elections: readonly WorkloadElection[];
  /** Each workload of which a fact is missing, with the first missing fact. */
  readonly notUnderstood: readonly NotUnderstood[];
}

/** Reads the elections of all workloads of a set. */
export async function readElections(set: ObjectSet, findProgram: FindProgram): Promise<Elections> {
  const elections: WorkloadElection[] = [];
  const notUnderstood: NotUnderstood[] = [];
  for (const workload of set.workloads.filter(({ isPatch }) => isPatch !== true)) {
    const read = await electionsOf(workload, set, findProgram);
    elections.push(...read.elections);
    if (read.reason !== undefined) notUnderstood.push({ object: workload, reason: read.reason });
  }
  return { elections, notUnderstood };
}

async function electionsOf(
  workload: SetObject,
  set: ObjectSet,
  findProgram: FindProgram,
): Promise<{ readonly elections: readonly WorkloadElection[]; readonly reason: string | undefined }> {
  if (set.workloads.some((each) => each.isPatch === true && canBeSame(each, workload)))
    return { elections: [], reason: "the set contains a patch of the workload: check the rendered manifests" };
  const containers = objectsAt(workload.value, "spec", "template", "spec", "containers");
  const replicas = replicasOf(workload, set);
  const programs = [];
  const reads = [];
  for (const index of containers.keys()) {
    const settings = await settingsOf(workload, set, index);
    const program = findProgram({ image: settings.image, words: settings.args.words });
    programs.push(program);
    reads.push(electionOf(settings, program.value, replicas));
  }
  const elections = reads.flatMap(({ value }) => value ?? []);
  const isKnown = elections.some(({ program }) => program !== undefined);
  const reason = isKnown ? reads.find((read) => read.reason !== undefined)?.reason : programs[0]?.reason;
  return { elections, reason };
}

async function settingsOf(workload: SetObject, set: ObjectSet, index: number): Promise<ContainerSettings> {
  const containerPath = ["spec", "template", "spec", "containers", index];
  const container = objectsAt(workload.value, ...containerPath.slice(0, -1))[index];
  const environment = environmentOf(set, workload, containerPath);
  const args = argumentsOf(container, containerPath, environment);
  const files = await configFilesOf(set, workload, containerPath, args.flags);
  return { workload, containerPath, image: textAt(container, "image"), args, environment, files };
}

function canBeSame(a: SetObject, b: SetObject): boolean {
  const isSameNamespace = a.namespace === b.namespace || a.namespace === undefined || b.namespace === undefined;
  return a.kind === b.kind && a.name === b.name && isSameNamespace;
}

function replicasOf(workload: SetObject, set: ObjectSet): Located<number> | undefined {
  if (workload.kind === "DaemonSet") return undefined;
  const scalers = set.autoscalers.filter(
    ({ namespace, value }) =>
      namespace === workload.namespace &&
      textAt(value, "spec", "scaleTargetRef", "kind") === workload.kind &&
      textAt(value, "spec", "scaleTargetRef", "name") === workload.name,
  );
  const [scaler] = scalers;
  if (scaler === undefined)
    return { value: numberAt(workload.value, "spec", "replicas") ?? 1, object: workload, path: ["spec", "replicas"] };
  const value = numberAt(scaler.value, "spec", "maxReplicas");
  return value === undefined || scalers.length > 1
    ? undefined
    : { value, object: scaler, path: ["spec", "maxReplicas"] };
}
