import { chosenConfig } from "../config/find-config.ts";
import { loadConfig } from "../config/load-config.ts";
import { unreadLine } from "../core/api/requests.ts";
import { answerOf, type ClusterFlags, openAsKubectl, rejectClusterFlags } from "../terminal/cluster-flags.ts";
import { UsageError } from "../terminal/errors.ts";
import { growHeapSlowly, limitYoungGeneration } from "../terminal/limit-young-generation.ts";
import { startProgress } from "../terminal/progress.ts";
import type { ReportOutput } from "../terminal/reports-option.ts";
import { writeReports } from "../terminal/write-reports.ts";
import { factsOf } from "../workload/facts.ts";
import type { ElectionProgram } from "../workload/program.ts";
import { type Access, accessOf } from "./access.ts";
import { type AccessSource, readCluster } from "./read-cluster.ts";
import { readFiles } from "./read-files.ts";
import { recordedUsers } from "./recorded-users.ts";
import { type AccessFormat, accessReports } from "./reports/reports.ts";
import { unknownLeaseText } from "./unknown-leases.ts";

export interface AccessFlags extends ClusterFlags {
  /** The files to read instead of a cluster. */
  readonly filename?: readonly string[];
  readonly recording?: readonly string[];
  /** The settings file with more programs, as in `check`. */
  readonly config?: string | false;
  readonly output: readonly ReportOutput<AccessFormat>[];
}

/**
 * Prints who may write each Lease of a cluster or of files, and returns the exit code. The code is
 * 2 if an object could not be read, and 0 otherwise.
 */
export async function runAccess(flags: AccessFlags): Promise<number> {
  const { filename, kubeconfig, context, recording = [], output } = flags;
  rejectClusterFlags(filename, { "--kubeconfig": kubeconfig, "--context": context });
  const printsRole = output.some(({ format }) => format === "role");
  if (printsRole && filename === undefined)
    throw new UsageError("-o role: requires -f with the manifests of a workload that elects a leader");
  const programs = await configuredPrograms(flags);
  limitYoungGeneration();
  growHeapSlowly();
  const source = await readSource(flags);
  const { facts, notUnderstood } = await factsOf(source.set, programs);
  const unread = [...source.unread, ...source.problems];
  const access = accessOf({
    ...facts,
    notUnderstood,
    listed: source.listed,
    users: await recordedUsers(recording),
    unread,
  });
  if (printsRole && access.leases.every(({ workloads }) => workloads.length === 0))
    throw new UsageError(noElection(access));
  await writeReports(accessReports, output, access, { errors: source.problems.map(unreadLine) });
  return source.problems.length > 0 ? 2 : 0;
}

/** The maximum number of workloads that a message names. */
const maxNamed = 5;

function noElection({ unknownLeases }: Access): string {
  const reasons = unknownLeases.slice(0, maxNamed).map(unknownLeaseText);
  const more = unknownLeases.length - reasons.length;
  return [
    "-o role: the manifests must contain a workload whose election is on, and whose Lease is known",
    ...(reasons.length === 0 ? ["to see which fact is missing, run lease-guard check --verbose"] : reasons),
    ...(more === 0 ? [] : [`and ${more} more`]),
  ].join("; ");
}

/**
 * Returns the programs of the settings file, which describe workloads. A cluster is read without
 * its workloads.
 */
async function configuredPrograms({
  filename,
  recording = [],
  config,
}: AccessFlags): Promise<readonly ElectionProgram[] | undefined> {
  if (filename === undefined) {
    if (config !== undefined && config !== false) throw new UsageError("--config: requires -f with manifests");
    return undefined;
  }
  const file = chosenConfig(config);
  if (file === undefined) return undefined;
  if (file === "-" && [...filename, ...recording].includes("-"))
    throw new UsageError("--config: standard input must not also be another input; name a file");
  return (await loadConfig(file, config === undefined)).programs;
}

async function readSource(flags: AccessFlags): Promise<AccessSource> {
  const { filename, namespace } = flags;
  if (filename !== undefined) return readFiles(filename, namespace);
  const progress = startProgress();
  const { api } = openAsKubectl(flags);
  return answerOf(readCluster({ api, namespace, progress })).finally(progress.clear);
}
