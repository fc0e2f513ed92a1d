import { unreadLine } from "../../core/api/requests.ts";
import { rejectClusterFlags } from "../../terminal/cluster-flags.ts";
import { printError } from "../../terminal/output.ts";
import { writeReports } from "../../terminal/write-reports.ts";
import { auditOf, type SourceAudit } from "../audit-of.ts";
import { requireUse } from "../read-recordings.ts";
import { hasFailed } from "../result.ts";
import { type Elections, electionsIn } from "./elections.ts";
import type { ElectionsFlags } from "./flags.ts";
import { electionsReports } from "./reports/reports.ts";
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
  if (watch === true) return watchElections(flags, (source) => codeOf(source, electionsIn(source.result), flags));
  const source = await auditOf(flags);
  requireUse(source.result, []);
  const elections = electionsIn(source.result);
  await writeReports(electionsReports, output, elections, { failingFrom: failOn, errors: errorsOf(source) });
  return codeOf(source, elections, flags);
}

function errorsOf({ crashes, problems }: SourceAudit): readonly string[] {
  return [...crashes, ...problems.map(unreadLine)];
}

function codeOf(source: SourceAudit, { elections }: Elections, { failOn }: ElectionsFlags): number {
  for (const crash of source.crashes) printError(crash);
  if (errorsOf(source).length > 0) return 2;
  return hasFailed(elections, failOn) ? 1 : 0;
}
