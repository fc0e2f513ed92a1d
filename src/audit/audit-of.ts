import type { UnreadResource } from "../core/api/requests.ts";
import { shellQuote } from "../core/text/shell-quote.ts";
import { readIdentity } from "../listing/cluster-identity.ts";
import type { EarlierListing } from "../listing/listing.ts";
import {
  type AuditReading,
  readHosts,
  readLeaderships,
  readListing,
  requireNamespace,
} from "../listing/read-cluster.ts";
import { type DumpReading, readDump } from "../listing/read-dump.ts";
import { type StoredRules, storedRules } from "../listing/stored-rules.ts";
import { chosenPolicy } from "../terminal/chosen-policy.ts";
import { answerOf, type ClusterFlags, openAsKubectl, rejectClusterFlags } from "../terminal/cluster-flags.ts";
import { UsageError } from "../terminal/errors.ts";
import { growHeapSlowly, limitYoungGeneration } from "../terminal/limit-young-generation.ts";
import { startProgress } from "../terminal/progress.ts";
import { type Audit, type AuditInput, type AuditSettings, audit } from "./audit.ts";
import { readRecordings } from "./read-recordings.ts";
import { readEarlier } from "./sampling.ts";
import { clusterFlagsOf, type SourceFlags } from "./source-flags.ts";

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
  rejectMixedSources(flags);
  const settings = await settingsOf(flags);
  const { filename: files, namespace, now, recording } = flags;
  const input =
    files === undefined
      ? await readContext(flags, settings.rules)
      : await readFiles({ files, namespace, now }, settings.rules);
  const recorded = recording && (await readRecordings(recording, input.last.objects));
  return auditInput({ ...input, recorded }, settings);
}

export function auditInput(input: Input, settings: AuditSettings): SourceAudit {
  const { result, crashes } = audit(input, settings);
  return { result, crashes: [...input.crashes, ...crashes], problems: input.problems };
}

export function rejectMixedSources(flags: SourceFlags): void {
  const { filename, clusters, kubeconfig, context, allContexts, for: forMs, now } = flags;
  rejectClusterFlags(filename, {
    "--kubeconfig": kubeconfig,
    "--context": context,
    "--all-contexts": allContexts,
    "--for": forMs,
  });
  if (filename === undefined && clusters === undefined && now !== undefined)
    throw new UsageError("--now: requires -f, because a cluster has its own time");
}

/** Reads the policy, and limits the memory of the process, because a cluster can be large. */
export async function settingsOf(flags: SourceFlags): Promise<AuditSettings> {
  const policy = await chosenPolicy(flags.policy);
  // A cluster can have many Leases, and reading them creates many short-lived objects.
  limitYoungGeneration();
  growHeapSlowly();
  return {
    rules: storedRules(policy),
    clockSkewMs: policy.clockSkewMs,
    minAgeMs: flags.minAge,
    retryMs: flags.retryPeriod,
    kubectl: kubectlOf(clusterFlagsOf(flags)),
  };
}

/** Returns the command `kubectl` with the flags that select a cluster. */
export function kubectlOf({ kubeconfig, context }: ClusterFlags): string {
  const flags = [
    ...(kubeconfig === undefined ? [] : ["--kubeconfig", kubeconfig]),
    ...(context === undefined ? [] : ["--context", context]),
  ];
  return ["kubectl", ...flags.map(shellQuote)].join(" ");
}

async function readContext(flags: SourceFlags, rules: StoredRules): Promise<Input> {
  const cluster = openAsKubectl(clusterFlagsOf(flags));
  const progress = startProgress();
  try {
    const identity = await answerOf(readIdentity(cluster));
    const reading = { api: cluster.api, namespace: flags.namespace, progress };
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
  const { crashes, problems } = last;
  const unread = [...last.unread, ...unknown, ...hosts.unread, ...led.unread, ...problems];
  return { ...hosts, leaderships: led.leaderships, earlier, last, unread, crashes, problems };
}
