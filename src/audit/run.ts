import { unreadLine } from "../core/api/requests.ts";
import { reaches } from "../core/field/severity.ts";
import { rejectClusterFlags } from "../terminal/cluster-flags.ts";
import { UsageError } from "../terminal/errors.ts";
import { printError } from "../terminal/output.ts";
import { writeReports } from "../terminal/write-reports.ts";
import { auditOf } from "./audit-of.ts";
import type { AuditFlags } from "./flags.ts";
import { mapFleet } from "./fleet/fleet.ts";
import { auditFleet, fleetErrors, printCrashes } from "./fleet/read-fleet.ts";
import { fleetReports } from "./fleet/reports/reports.ts";
import { requireUse } from "./read-recordings.ts";
import { auditReports } from "./reports/reports.ts";
import { hasFailed } from "./result.ts";
import { selectsFleet } from "./source-flags.ts";
import { publishReports } from "./write-cluster-reports.ts";

/**
 * Audits a cluster or files, prints a report, and returns the exit code. The code is 2 if a rule
 * crashed, if an object could not be read, or if a report could not be written. Otherwise, the code
 * is 1 if a finding reaches `--fail-on`, and 0 if no finding does.
 */
export async function runAudit(flags: AuditFlags): Promise<number> {
  rejectClusterFlags(flags.filename, { "--write-reports": flags.writeReports });
  checkSelection(flags);
  if (selectsFleet(flags)) return runFleet(flags);
  const { result, crashes, problems } = await auditOf(flags);
  const { failOn } = flags;
  requireUse(
    result,
    flags.output.map(({ format }) => format),
  );
  const errors = [...crashes, ...problems.map(unreadLine)];
  await writeReports(auditReports, flags.output, result, { verbose: flags.wide === true, failingFrom: failOn, errors });
  for (const crash of crashes) printError(crash);
  const isPublished = flags.writeReports !== true || (await publishReports(flags, result));
  if (errors.length > 0 || !isPublished) return 2;
  return hasFailed(result.objects, failOn) ? 1 : 0;
}

/** Throws a usage error if `--severity` or `--check` leaves out findings that must be reported. */
function checkSelection({ severity, check, failOn, writeReports }: AuditFlags): void {
  if (writeReports && (severity !== undefined || check !== undefined))
    throw new UsageError("--write-reports: writes all findings, so leave out --severity and --check");
  if (severity !== undefined && failOn !== "never" && !reaches(failOn, severity))
    throw new UsageError(`--fail-on ${failOn}: requires --severity ${failOn} or lower`);
}

async function runFleet(flags: AuditFlags): Promise<number> {
  const { output, failOn, wide, recording } = flags;
  if (flags.output.some(({ format }) => format === "script") && flags.clusters !== undefined)
    throw new UsageError(
      "-o script: requires contexts instead of --clusters, because files name no context for its commands",
    );
  const fleet = await auditFleet(flags, {
    "--recording": recording,
    "--write-reports": flags.writeReports,
    "--baseline": flags.baseline,
  });
  const errors = fleetErrors(fleet);
  const results = mapFleet(fleet, ({ result }) => result);
  await writeReports(fleetReports, output, results, { verbose: wide === true, failingFrom: failOn, errors });
  printCrashes(fleet);
  if (errors.length > 0) return 2;
  return results.clusters.some(({ objects }) => hasFailed(objects, failOn)) ? 1 : 0;
}
