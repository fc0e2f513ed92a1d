import type { Config, Suppression } from "../config/config.ts";
import { loadClusterConfig } from "../config/load-config.ts";
import type { UnreadResource } from "../core/api/requests.ts";
import { ok } from "../core/field/result.ts";
import { shellQuote } from "../core/text/shell-quote.ts";
import { readIdentity } from "../listing/cluster-identity.ts";
import type { EarlierListing } from "../listing/listing.ts";
import { readOwners } from "../listing/owners.ts";
import {
  type AuditReading,
  readHosts,
  readLeaderships,
  readListing,
  readPodElections,
  requireNamespace,
} from "../listing/read-cluster.ts";
import { type DumpReading, readDump } from "../listing/read-dump.ts";
import { type StoredRules, storedRules } from "../listing/stored-rules.ts";
import { requireRecording } from "../recording/read-recording.ts";
import { chosenPolicy } from "../terminal/chosen-policy.ts";
import { answerOf, type ClusterFlags, openAsKubectl, rejectClusterFlags } from "../terminal/cluster-flags.ts";
import { UsageError } from "../terminal/errors.ts";
import { readInputText } from "../terminal/inputs.ts";
import { growHeapSlowly, limitYoungGeneration } from "../terminal/limit-young-generation.ts";
import { startProgress } from "../terminal/progress.ts";
import { type Audit, type AuditInput, type AuditSettings, audit } from "./audit.ts";
import { type Baseline, readBaseline } from "./baseline.ts";
import { idProblem } from "./check-ids.ts";
import { compareWithBaseline } from "./compare-baseline.ts";
import { readRecordings } from "./read-recordings.ts";
import type { Selection } from "./result.ts";
import { readEarlier } from "./sampling.ts";
import { selectFindings } from "./select-findings.ts";
import { clusterFlagsOf, type SourceFlags } from "./source-flags.ts";
import { suppress } from "./suppress.ts";

export interface SourceSettings extends AuditSettings {
  readonly suppressions: readonly Suppression[];
  readonly programs: Config["programs"];
  readonly selection: Selection;
  readonly baseline: Baseline | undefined;
}

export type Input = AuditInput & { readonly crashes: readonly string[]; readonly problems: readonly UnreadResource[] };

/** What was read from a cluster, without the name of the cluster. */
type ClusterInput = Omit<Input, "cluster">;

/** An audit, and the objects that could not be read. */
export type SourceAudit = Audit & Pick<Input, "problems">;

/**
 * Audits the cluster or the files that the flags name. Throws a usage error if the objects cannot
 * be read, or if the flags contradict each other.
 */
export async function auditOf(flags: SourceFlags): Promise<SourceAudit> {
  const { input, settings } = await readSource(flags);
  return auditInput(input, settings);
}

/** Reads what `auditOf` audits. Throws a usage error in the same cases. */
export async function readSource(
  flags: SourceFlags,
  usesTokens = false,
): Promise<{ readonly input: Input; readonly settings: SourceSettings }> {
  rejectMixedSources(flags);
  // Listings can take minutes.
  flags.recording?.forEach(requireRecording);
  const settings = await settingsOf(flags);
  const { filename: files, namespace, now, recording } = flags;
  const input =
    files === undefined
      ? await readContext(flags, settings)
      : await readFiles({ files, namespace, now, programs: settings.programs }, settings.rules);
  const recorded = recording && (await readRecordings(recording, input.last, usesTokens));
  return { input: { ...input, recorded }, settings };
}

/**
 * Audits the listings, and leaves out the findings that the settings do not select. Throws a usage
 * error if the baseline cannot be compared.
 */
export function auditInput(input: Input, settings: SourceSettings): SourceAudit {
  const { suppressions, selection, baseline } = settings;
  const { result, crashes } = audit(input, settings);
  const read = { ...result, selection, ...(input.problems.length > 0 && { isPartial: true as const }) };
  const reported = suppress(read, suppressions);
  const compared = baseline === undefined ? ok(reported) : compareWithBaseline(reported, baseline);
  if (!compared.ok) throw new UsageError(`--baseline: the file ${compared.error}`);
  return {
    result: selectFindings(compared.value, selection),
    crashes: [...input.crashes, ...crashes],
    problems: input.problems,
  };
}

export function rejectMixedSources(flags: SourceFlags): void {
  const { filename, clusters, kubeconfig, context, allContexts, for: forMs, now } = flags;
  const { config, baseline, recording = [] } = flags;
  if ([...(filename ?? []), ...recording, config, baseline].filter((file) => file === "-").length > 1)
    throw new UsageError("standard input can be only one of the files, so name the others");
  rejectClusterFlags(filename, {
    "--kubeconfig": kubeconfig,
    "--context": context,
    "--all-contexts": allContexts,
    "--for": forMs,
  });
  if (filename === undefined && clusters === undefined && now !== undefined)
    throw new UsageError("--now: requires -f or --clusters, because a cluster has its own time");
}

/** Reads the policy, and limits the memory of the process, because a cluster can be large. */
export async function settingsOf(flags: SourceFlags): Promise<SourceSettings> {
  const { config: file, check, severity, namespace, baseline } = flags;
  const problem = check?.map(idProblem).find((each) => each !== undefined);
  if (problem !== undefined) throw new UsageError(`--check: ${problem}`);
  const config = file === undefined ? undefined : await loadClusterConfig(file);
  const policy = await chosenPolicy(flags.policy ?? config?.policy);
  // A cluster can have many Leases, and reading them creates many short-lived objects.
  limitYoungGeneration();
  growHeapSlowly();
  return {
    rules: storedRules(policy),
    clockSkewMs: policy.clockSkewMs,
    minAgeMs: flags.minAge,
    retryMs: flags.retryPeriod,
    kubectl: kubectlOf(clusterFlagsOf(flags)),
    suppressions: config?.suppressions ?? [],
    programs: config?.programs,
    selection: { namespace, severity, checks: check },
    baseline: baseline === undefined ? undefined : await loadBaseline(baseline),
  };
}

async function loadBaseline(file: string): Promise<Baseline> {
  const text = await readInputText(file);
  const read = text.ok ? readBaseline(text.value) : text;
  if (!read.ok) throw new UsageError(`--baseline: ${file} ${read.error}`);
  return read.value;
}

/** Returns the command `kubectl` with the flags that select a cluster. */
export function kubectlOf({ kubeconfig, context }: ClusterFlags): string {
  const flags = [
    ...(kubeconfig === undefined ? [] : ["--kubeconfig", kubeconfig]),
    ...(context === undefined ? [] : ["--context", context]),
  ];
  return ["kubectl", ...flags.map(shellQuote)].join(" ");
}

async function readContext(flags: SourceFlags, { rules, programs }: SourceSettings): Promise<Input> {
  const cluster = openAsKubectl(clusterFlagsOf(flags));
  const progress = startProgress();
  try {
    const identity = await answerOf(readIdentity(cluster));
    const reading = { api: cluster.api, namespace: flags.namespace, progress, programs };
    return { cluster: identity, ...(await readSampled(reading, flags, rules)) };
  } finally {
    progress.clear();
  }
}

/** Reads a cluster once or, with `--for`, several times. */
export async function readSampled(
  reading: AuditReading,
  { for: forMs = 0 }: SourceFlags,
  rules: StoredRules,
): Promise<ClusterInput> {
  // The budget is for the last listing, whose facts stay in memory until the report.
  const { budget: _, ...sampled } = reading;
  return readCluster(reading, await readEarlier(sampled, forMs), rules);
}

/** Reads the files of one cluster. The default name of the cluster consists of the files. */
export async function readFiles(reading: DumpReading, rules: StoredRules, name?: string): Promise<Input> {
  const { clusterUid: uid, ...input } = await readDump(reading, rules);
  const { files } = reading;
  return { ...input, cluster: { name: name ?? files.join(", "), uid, files } };
}

/** Reads a cluster once. Throws a usage error if the Leases cannot be read. */
export async function readCluster(
  reading: AuditReading,
  earlier: readonly EarlierListing[],
  rules: StoredRules,
): Promise<ClusterInput> {
  const last = await answerOf(readListing(reading, rules));
  const unknown = await answerOf(requireNamespace(reading, last));
  const hosts = await answerOf(readHosts(reading));
  const led = await answerOf(readLeaderships(reading, last));
  const { owners, unread: unreadOwners } = await answerOf(readOwners(reading.api, last));
  const { podElections, unstarted, ...rights } = await answerOf(readPodElections(reading, last, hosts.pods));
  const { crashes, problems } = last;
  const unreadHosts = [...hosts.unread, ...led.unread, ...unreadOwners, ...rights.unread];
  const unread = [...last.unread, ...unknown, ...unreadHosts, ...problems];
  const elected = { leaderships: led.leaderships, owners, podElections, unstarted };
  return { ...hosts, ...elected, earlier, last, unread, crashes, problems };
}
