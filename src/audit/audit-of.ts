import type { UnreadResource } from "../core/api/requests.ts";
import { shellQuote } from "../core/text/shell-quote.ts";
import type { EarlierListing } from "../listing/listing.ts";
import { readOwners } from "../listing/owners.ts";
import {
  type AuditReading,
  readHosts,
  readLeaderships,
  readListing,
  requireNamespace,
} from "../listing/read-cluster.ts";
import { readDump } from "../listing/read-dump.ts";
import { type StoredRules, storedRules } from "../listing/stored-rules.ts";
import { requireRecording } from "../recording/read-recording.ts";
import { chosenPolicy } from "../terminal/chosen-policy.ts";
import { answerOf, openAsKubectl, rejectClusterFlags } from "../terminal/cluster-flags.ts";
import { UsageError } from "../terminal/errors.ts";
import { growHeapSlowly, limitYoungGeneration } from "../terminal/limit-young-generation.ts";
import { startProgress } from "../terminal/progress.ts";
import { type Audit, type AuditInput, type AuditSettings, audit } from "./audit.ts";
import { readRecordings } from "./read-recordings.ts";
import { readEarlier } from "./sampling.ts";
import type { SourceFlags } from "./source-flags.ts";

export type Input = AuditInput & { readonly crashes: readonly string[]; readonly problems: readonly UnreadResource[] };

/** An audit, and the objects that could not be read. */
export type SourceAudit = Audit & Pick<Input, "problems">;

/**
 * Audits the cluster or the files that the flags name. Throws a usage error if the objects cannot
 * be read, or if the flags contradict each other.
 */
export async function auditOf(flags: SourceFlags): Promise<SourceAudit> {
  rejectMixedSources(flags);
  // Listings can take minutes.
  flags.recording?.forEach(requireRecording);
  const settings = await settingsOf(flags);
  const { filename: files, namespace, now, recording } = flags;
  const input =
    files === undefined
      ? await readSampled(flags, settings.rules)
      : await readDump({ files, namespace, now }, settings.rules);
  const recorded = recording && (await readRecordings(recording, input.last));
  return auditInput({ ...input, recorded }, settings);
}

export function auditInput(input: Input, settings: AuditSettings): SourceAudit {
  const { result, crashes } = audit(input, settings);
  return { result, crashes: [...input.crashes, ...crashes], problems: input.problems };
}

function rejectMixedSources({ filename, kubeconfig, context, for: forMs, now }: SourceFlags): void {
  rejectClusterFlags(filename, { "--kubeconfig": kubeconfig, "--context": context, "--for": forMs });
  if (filename === undefined && now !== undefined)
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
    kubectl: kubectlOf(flags),
  };
}

function kubectlOf({ kubeconfig, context }: SourceFlags): string {
  const flags = [
    ...(kubeconfig === undefined ? [] : ["--kubeconfig", kubeconfig]),
    ...(context === undefined ? [] : ["--context", context]),
  ];
  return ["kubectl", ...flags.map(shellQuote)].join(" ");
}

async function readSampled(flags: SourceFlags, rules: StoredRules): Promise<Input> {
  const { api } = openAsKubectl(flags);
  const progress = startProgress();
  const reading = { api, namespace: flags.namespace, progress };
  try {
    return await readCluster(reading, await readEarlier(reading, flags.for ?? 0), rules);
  } finally {
    progress.clear();
  }
}

/** Reads a cluster once. Throws a usage error if the Leases cannot be read. */
export async function readCluster(
  reading: AuditReading,
  earlier: readonly EarlierListing[],
  rules: StoredRules,
): Promise<Input> {
  const last = await answerOf(readListing(reading, rules));
  const unknown = await answerOf(requireNamespace(reading, last));
  const hosts = await answerOf(readHosts(reading));
  const led = await answerOf(readLeaderships(reading, last));
  const { owners, unread: unreadOwners } = await answerOf(readOwners(reading.api, last));
  const { crashes, problems } = last;
  const unread = [...last.unread, ...unknown, ...hosts.unread, ...led.unread, ...unreadOwners, ...problems];
  return { ...hosts, leaderships: led.leaderships, owners, earlier, last, unread, crashes, problems };
}
