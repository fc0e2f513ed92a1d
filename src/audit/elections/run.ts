import { unreadLine } from "../../core/api/requests.ts";
import { guardOf } from "../../guarantee/guard.ts";
import { readGuard } from "../../guarantee/read-guard.ts";
import { readFiles } from "../../installation/read-files.ts";
import type { Snapshot } from "../../installation/snapshot.ts";
import { podElections } from "../../listing/pod-elections.ts";
import { readWriteLatency } from "../../listing/write-latency.ts";
import { answerOf, openAsKubectl, rejectClusterFlags } from "../../terminal/cluster-flags.ts";
import { UsageError } from "../../terminal/errors.ts";
import { printError } from "../../terminal/output.ts";
import { startProgress } from "../../terminal/progress.ts";
import { writeReports } from "../../terminal/write-reports.ts";
import { tableFinder } from "../../workload/table-finder.ts";
import { isRetryTooLong } from "../../workload/timings.ts";
import { auditInput, type Input, readSource, type SourceAudit, type SourceSettings } from "../audit-of.ts";
import { mapFleet } from "../fleet/fleet.ts";
import { auditFleet, fleetErrors, printCrashes } from "../fleet/read-fleet.ts";
import { requireUse } from "../read-recordings.ts";
import { hasFailed } from "../result.ts";
import { clusterFlagsOf, selectsFleet } from "../source-flags.ts";
import { adviceOf, type FlagTiming } from "./advice.ts";
import { type Elections, electionsIn } from "./elections.ts";
import type { ElectionsFlags } from "./flags.ts";
import { guaranteesOf } from "./guarantees.ts";
import { electionsFleetReports, electionsReports } from "./reports/reports.ts";
import { watchElections } from "./watch.ts";

/**
 * Prints the elections of a cluster or of files, and returns the exit code. The code is 2 if a rule
 * crashed, or if an object could not be read. Otherwise, the code is 1 if a finding about an
 * election reaches `--fail-on`, and 0 if no finding does. With `--watch`, the code is that of the
 * last reading.
 */
export async function runElections(flags: ElectionsFlags): Promise<number> {
  const { filename, failOn, output, watch } = flags;
  rejectClusterFlags(filename, { "--watch": watch });
  if (selectsFleet(flags)) return runFleet(flags);
  const timing = timingOf(flags);
  rejectUnusedFlags(flags);
  if (watch === true) return watchElections(flags, (source) => codeOf(source, electionsIn(source.result), flags));
  const { input, settings } = await readSource(flags, flags.guarantee);
  const source = auditInput(input, settings);
  if (flags.guarantee === undefined) requireUse(source.result, []);
  const shown = await advised(electionsIn(source.result), timing, flags);
  const elections = flags.guarantee === true ? await guaranteed(shown, { input, settings, timing }, flags) : shown;
  await writeReports(electionsReports, output, elections, { failingFrom: failOn, errors: errorsOf(source) });
  return codeOf(source, elections, flags);
}

async function runFleet(flags: ElectionsFlags): Promise<number> {
  const { output, failOn, watch, recording, renewDeadline, guarantee } = flags;
  const fleet = await auditFleet(flags, {
    "--watch": watch,
    "--recording": recording,
    "--renew-deadline": renewDeadline,
    "--guarantee": guarantee,
  });
  const errors = fleetErrors(fleet);
  const elections = mapFleet(fleet, ({ result }) => electionsIn(result));
  await writeReports(electionsFleetReports, output, elections, { failingFrom: failOn, errors });
  printCrashes(fleet);
  if (errors.length > 0) return 2;
  return elections.clusters.some((each) => hasFailed(each.elections, failOn)) ? 1 : 0;
}

/**
 * Returns the settings in the flags, or undefined without the renew deadline. Throws a usage error
 * if client-go accepts no such settings.
 */
function timingOf({ renewDeadline: renewMs, retryPeriod: retryMs }: ElectionsFlags): FlagTiming | undefined {
  if (renewMs === undefined) return undefined;
  if (retryMs === undefined) throw new UsageError("--renew-deadline: requires --retry-period");
  if (retryMs === 0 || isRetryTooLong("client-go", { renewDeadline: renewMs / 1000, retryPeriod: retryMs / 1000 }))
    throw new UsageError("--renew-deadline: must be more than 1.2 times --retry-period, as in client-go");
  return { renewMs, retryMs };
}

/** Adds advice to the elections. Files contain no metrics of an API server. */
async function advised(
  elections: Elections,
  timing: FlagTiming | undefined,
  flags: ElectionsFlags,
): Promise<Elections> {
  if (timing === undefined) return elections;
  const isCluster = flags.filename === undefined;
  const latency = isCluster ? await answerOf(readWriteLatency(openAsKubectl(clusterFlagsOf(flags)).api)) : undefined;
  return { ...elections, advice: adviceOf(elections.elections, timing, latency) };
}

function rejectUnusedFlags({ guarantee, clockSkew, writeLatency, filename = [] }: ElectionsFlags): void {
  for (const [flag, value] of Object.entries({ "--clock-skew": clockSkew, "--write-latency": writeLatency }))
    if (value !== undefined && guarantee === undefined) throw new UsageError(`${flag}: requires --guarantee`);
  if (guarantee === true && filename.includes("-"))
    throw new UsageError("--guarantee: requires files, because it reads them again");
}

interface AuditedSource {
  readonly input: Input;
  readonly settings: SourceSettings;
  readonly timing: FlagTiming | undefined;
}

/** Adds to the elections which hypotheses of the guarantee hold. */
async function guaranteed(
  elections: Elections,
  { input, settings, timing }: AuditedSource,
  flags: ElectionsFlags,
): Promise<Elections> {
  const { clockSkew: skewMs, writeLatency: latencyMs } = flags;
  const snapshot = await guardIn(flags);
  const { last, pods, recorded } = input;
  const guarantees = guaranteesOf(elections.elections, {
    guard: guardOf(snapshot, { skewMs, latencyMs }, last.readAt),
    serverVersion: snapshot.serverVersion,
    objects: last.objects,
    pods,
    recorded,
    podElections: pods === undefined ? [] : await podElections(pods, tableFinder(settings.programs)),
    flags: timing,
  });
  return { ...elections, guarantees };
}

async function guardIn(flags: ElectionsFlags): Promise<Snapshot> {
  if (flags.filename !== undefined) return readFiles(flags.filename);
  const progress = startProgress();
  const reading = readGuard(openAsKubectl(clusterFlagsOf(flags)).api, progress);
  return answerOf(reading).finally(progress.clear);
}

function errorsOf({ crashes, problems }: SourceAudit): readonly string[] {
  return [...crashes, ...problems.map(unreadLine)];
}

function codeOf(source: SourceAudit, { elections }: Elections, { failOn }: ElectionsFlags): number {
  for (const crash of source.crashes) printError(crash);
  if (errorsOf(source).length > 0) return 2;
  return hasFailed(elections, failOn) ? 1 : 0;
}
