import { unreadLine } from "../../core/api/requests.ts";
import { rejectClusterFlags } from "../../terminal/cluster-flags.ts";
import { printError } from "../../terminal/output.ts";
import { writeReports } from "../../terminal/write-reports.ts";
import { auditOf, type SourceAudit } from "../audit-of.ts";
import { mapFleet } from "../fleet/fleet.ts";
import { auditFleet, fleetErrors, printCrashes } from "../fleet/read-fleet.ts";
import { hasFailed } from "../result.ts";
import { selectsFleet } from "../source-flags.ts";
import { type Elections, electionsIn } from "./elections.ts";
import type { ElectionsFlags } from "./flags.ts";
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
  if (watch === true) return watchElections(flags, (source) => codeOf(source, electionsIn(source.result), flags));
  const source = await auditOf(flags);
  const elections = electionsIn(source.result);
  await writeReports(electionsReports, output, elections, { failingFrom: failOn, errors: errorsOf(source) });
  return codeOf(source, elections, flags);
}

async function runFleet(flags: ElectionsFlags): Promise<number> {
  const { output, failOn, watch } = flags;
  const fleet = await auditFleet(flags, { "--watch": watch });
  const errors = fleetErrors(fleet);
  const elections = mapFleet(fleet, ({ result }) => electionsIn(result));
  await writeReports(electionsFleetReports, output, elections, { failingFrom: failOn, errors });
  printCrashes(fleet);
  if (errors.length > 0) return 2;
  return elections.clusters.some((each) => hasFailed(each.elections, failOn)) ? 1 : 0;
}

function errorsOf({ crashes, problems }: SourceAudit): readonly string[] {
  return [...crashes, ...problems.map(unreadLine)];
}

function codeOf(source: SourceAudit, { elections }: Elections, { failOn }: ElectionsFlags): number {
  for (const crash of source.crashes) printError(crash);
  if (errorsOf(source).length > 0) return 2;
  return hasFailed(elections, failOn) ? 1 : 0;
}
