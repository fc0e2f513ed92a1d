import { unreadLine } from "../core/api/requests.ts";
import { rejectClusterFlags } from "../terminal/cluster-flags.ts";
import { printError } from "../terminal/output.ts";
import { writeReports } from "../terminal/write-reports.ts";
import { auditOf } from "./audit-of.ts";
import type { AuditFlags } from "./flags.ts";
import { requireUse } from "./read-recordings.ts";
import { auditReports } from "./reports/reports.ts";
import { hasFailed } from "./result.ts";
import { publishReports } from "./write-cluster-reports.ts";

/**
 * Audits a cluster or files, prints a report, and returns the exit code. The code is 2 if a rule
 * crashed, if an object could not be read, or if a report could not be written. Otherwise, the code
 * is 1 if a finding reaches `--fail-on`, and 0 if no finding does.
 */
export async function runAudit(flags: AuditFlags): Promise<number> {
  rejectClusterFlags(flags.filename, { "--write-reports": flags.writeReports });
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
