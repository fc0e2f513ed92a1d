import { unreadLine } from "../../core/api/requests.ts";
import { readWriteLatency } from "../../listing/write-latency.ts";
import { answerOf, openAsKubectl, rejectClusterFlags } from "../../terminal/cluster-flags.ts";
import { UsageError } from "../../terminal/errors.ts";
import { printError } from "../../terminal/output.ts";
import { writeReports } from "../../terminal/write-reports.ts";
import { isRetryTooLong } from "../../workload/timings.ts";
import { auditInput, readSource, type SourceAudit } from "../audit-of.ts";
import { mapFleet } from "../fleet/fleet.ts";
import { auditFleet, fleetErrors, printCrashes } from "../fleet/read-fleet.ts";
import { requireUse } from "../read-recordings.ts";
import { hasFailed } from "../result.ts";
import { clusterFlagsOf, selectsFleet } from "../source-flags.ts";
import { adviceOf, type FlagTiming } from "./advice.ts";
import { type Elections, electionsIn } from "./elections.ts";
import type { ElectionsFlags } from "./flags.ts";
import { electionsFleetReports, electionsReports } from "./reports/reports.ts";
import { watchElections } from "./watch.ts";
import { rejectUnusedFlags, withMore } from "./with-more.ts";

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
  const elections = await withMore(shown, { input, settings, timing }, flags);
  await writeReports(electionsReports, output, elections, { failingFrom: failOn, errors: errorsOf(source) });
  return codeOf(source, elections, flags);
}

async function runFleet(flags: ElectionsFlags): Promise<number> {
  const { output, failOn, watch, recording, renewDeadline, guarantee, fences } = flags;
  const fleet = await auditFleet(flags, {
    "--watch": watch,
    "--recording": recording,
    "--renew-deadline": renewDeadline,
    "--guarantee": guarantee,
    "--fences": fences,
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

function errorsOf({ crashes, problems }: SourceAudit): readonly string[] {
  return [...crashes, ...problems.map(unreadLine)];
}

function codeOf(source: SourceAudit, { elections }: Elections, { failOn }: ElectionsFlags): number {
  for (const crash of source.crashes) printError(crash);
  if (errorsOf(source).length > 0) return 2;
  return hasFailed(elections, failOn) ? 1 : 0;
}
