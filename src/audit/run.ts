import { setTimeout as wait } from "node:timers/promises";
import { type UnreadResource, unreadLine } from "../core/api/requests.ts";
import { reaches } from "../core/field/severity.ts";
import { shellQuote } from "../core/text/shell-quote.ts";
import { type EarlierListing, toEarlier } from "../listing/listing.ts";
import {
  type AuditReading,
  readHosts,
  readLeaderships,
  readListing,
  requireNamespace,
} from "../listing/read-cluster.ts";
import { readDump } from "../listing/read-dump.ts";
import { storedRules } from "../listing/stored-rules.ts";
import { requireRecording } from "../recording/read-recording.ts";
import { chosenPolicy } from "../terminal/chosen-policy.ts";
import { answerOf, openAsKubectl, rejectClusterFlags } from "../terminal/cluster-flags.ts";
import { UsageError } from "../terminal/errors.ts";
import { growHeapSlowly, limitYoungGeneration } from "../terminal/limit-young-generation.ts";
import { printError } from "../terminal/output.ts";
import { type Progress, startProgress } from "../terminal/progress.ts";
import { writeReports } from "../terminal/write-reports.ts";
import { type Audit, type AuditInput, type AuditSettings, audit } from "./audit.ts";
import type { AuditFlags } from "./flags.ts";
import { readRecordings } from "./read-recordings.ts";
import { auditReports } from "./reports/reports.ts";
import { publishReports } from "./write-cluster-reports.ts";

type Input = AuditInput & { readonly crashes: readonly string[]; readonly problems: readonly UnreadResource[] };

/**
 * Audits a cluster or files, prints a report, and returns the exit code. The code is 2 if a rule
 * crashed, if an object could not be read, or if a report could not be written. Otherwise, the code
 * is 1 if a finding reaches `--fail-on`, and 0 if no finding does.
 */
export async function runAudit(flags: AuditFlags): Promise<number> {
  const { result, crashes, problems } = await auditOf(flags);
  const { failOn } = flags;
  const errors = [...crashes, ...problems.map(unreadLine)];
  await writeReports(auditReports, flags.output, result, { verbose: flags.wide === true, failingFrom: failOn, errors });
  for (const crash of crashes) printError(crash);
  const isPublished = flags.writeReports !== true || (await publishReports(flags, result));
  if (errors.length > 0 || !isPublished) return 2;
  return result.objects.some(({ findings }) => findings.some(({ severity }) => reaches(severity, failOn))) ? 1 : 0;
}

/**
 * Audits the cluster or the files that the flags name. Throws a usage error if the objects cannot
 * be read, or if the flags contradict each other.
 */
async function auditOf(flags: AuditFlags): Promise<Audit & Pick<Input, "problems">> {
  rejectMixedSources(flags);
  checkRecordings(flags);
  const policy = await chosenPolicy(flags.policy);
  const rules = storedRules(policy);
  const settings: AuditSettings = {
    rules,
    clockSkewMs: policy.clockSkewMs,
    minAgeMs: flags.minAge,
    kubectl: kubectlOf(flags),
  };
  const { filename: files, namespace, now, recording } = flags;
  // A cluster can have many Leases, and reading them creates many short-lived objects.
  limitYoungGeneration();
  growHeapSlowly();
  const input =
    files === undefined ? await readCluster(flags, settings) : await readDump({ files, namespace, now }, rules);
  const recorded = recording && (await readRecordings(recording, input.last.objects));
  const { result, crashes } = audit({ ...input, recorded }, settings);
  return { result, crashes: [...input.crashes, ...crashes], problems: input.problems };
}

function rejectMixedSources({ filename, kubeconfig, context, watch, writeReports, now }: AuditFlags): void {
  rejectClusterFlags(filename, {
    "--kubeconfig": kubeconfig,
    "--context": context,
    "--watch": watch,
    "--write-reports": writeReports,
  });
  if (filename === undefined && now !== undefined)
    throw new UsageError("--now: requires -f, because a cluster has its own time");
}

/**
 * Checks the flag `--recording` before the listings, which can take minutes. Throws a usage error
 * if a file does not exist or is a device, or if the report would not show the recording.
 */
function checkRecordings({ recording, output }: AuditFlags): void {
  if (recording !== undefined && !output.some(({ format }) => format === "html" || format === "json"))
    throw new UsageError(
      "--recording: requires -o html or -o json, because only these formats contain holding periods",
    );
  recording?.forEach(requireRecording);
}

function kubectlOf({ kubeconfig, context }: AuditFlags): string {
  const flags = [
    ...(kubeconfig === undefined ? [] : ["--kubeconfig", kubeconfig]),
    ...(context === undefined ? [] : ["--context", context]),
  ];
  return ["kubectl", ...flags.map(shellQuote)].join(" ");
}

async function readCluster(flags: AuditFlags, { rules }: AuditSettings): Promise<Input> {
  const { api } = openAsKubectl(flags);
  const progress = startProgress();
  const reading = { api, namespace: flags.namespace, progress };
  try {
    const earlier = await readEarlier(reading, flags.watch ?? 0);
    const last = await answerOf(readListing(reading, rules));
    const unknown = await answerOf(requireNamespace(reading, last));
    const hosts = await answerOf(readHosts(reading));
    const led = await answerOf(readLeaderships(reading, last));
    const { crashes, problems } = last;
    const unread = [...last.unread, ...unknown, ...hosts.unread, ...led.unread, ...problems];
    return { ...hosts, leaderships: led.leaderships, earlier, last, unread, crashes, problems };
  } finally {
    progress.clear();
  }
}

/**
 * Lists the objects repeatedly, and returns the listings when the last listing of the audit is due.
 * Returns an empty list at once if `watchMs` is 0.
 */
async function readEarlier(reading: AuditReading, watchMs: number): Promise<readonly EarlierListing[]> {
  const earlier: EarlierListing[] = [];
  const end = performance.now() + watchMs;
  for (let begin = performance.now(); begin < end; begin = performance.now()) {
    earlier.push(toEarlier(await answerOf(readListing(reading, undefined))));
    const interval = listingInterval({
      watchMs,
      leftMs: end - begin,
      durationMs: performance.now() - begin,
      count: earlier.length,
    });
    await waitUntil(begin + interval, reading.progress, `listing ${earlier.length} is read`);
  }
  return earlier;
}

async function waitUntil(end: number, progress: Progress, done: string): Promise<void> {
  for (let left = end - performance.now(); left > 0; left = end - performance.now()) {
    progress.show(() => `${done}; the next one follows in ${Math.ceil(left / 1000)} s `);
    await wait(Math.min(left, 1000));
  }
}

/** The minimum time between the starts of two listings, in milliseconds. */
const minIntervalMs = 2000;

/**
 * The time between the starts of the first four listings, in milliseconds. These listings show
 * holders that renew more than once a second.
 */
const [closeListings, closeIntervalMs] = [4, 500];

/**
 * The maximum number of listings before the last one, without the close ones. The audit keeps the
 * times of each listing in memory.
 */
const maxListings = 20;

/**
 * The minimum time between the starts of two listings, as a multiple of the duration of a listing.
 * In a large cluster, a listing is expensive for the API server.
 */
const durationMultiple = 4;

/** The time of `--watch`, and a listing that is not the last one. All times are in milliseconds. */
export interface WatchedListing {
  readonly watchMs: number;
  /** The time between the start of the listing and the end of `--watch`. */
  readonly leftMs: number;
  readonly durationMs: number;
  /** The number of listings so far. */
  readonly count: number;
}

/**
 * Returns the time between the start of a listing and the start of the next one, in milliseconds.
 * The last listing starts at the end of `--watch`.
 */
export function listingInterval({ watchMs, leftMs, durationMs, count }: WatchedListing): number {
  const usual = Math.max(minIntervalMs, watchMs / maxListings);
  const close = (closeListings - 1) * closeIntervalMs;
  const least = count < closeListings ? closeIntervalMs : count === closeListings ? usual - close : usual;
  const interval = Math.max(least, durationMs * durationMultiple);
  return leftMs <= interval * 1.5 ? leftMs : interval;
}
