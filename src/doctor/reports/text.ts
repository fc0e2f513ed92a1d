import { unreadLine } from "../../core/api/requests.ts";
import { fieldMessage } from "../../core/field/error.ts";
import { isHealthy } from "../../core/field/severity.ts";
import { guaranteedText, guaranteeTable } from "../../guarantee/guarantee-table.ts";
import { groupBy } from "../../report/group-by.ts";
import type { Report, ReportContext } from "../../report/report.ts";
import { sanitize } from "../../report/sanitize.ts";
import { alignedRows, bold, dim } from "../../report/text-blocks.ts";
import type { Diagnosis, DoctorFinding } from "../diagnose.ts";
import { headOf, summaryText } from "./summary.ts";

export const doctorText: Report<Diagnosis> = (diagnosis, context) => {
  const { checks, findings, unread, assumptions } = diagnosis;
  const passed = checks.filter(({ status }) => status === "passed");
  const lines = [
    ...unknownLines(diagnosis),
    ...unread.map(unreadLine),
    ...assumptions.map((assumption) => `note: ${assumption}`),
  ];
  const shown =
    context.verbose || isHealthy(findings) ? passed.map(({ id, description }) => `ok ${id}: ${description}`) : [];
  const sections = [
    findings.map((finding) => blockOf(finding, context)).join("\n"),
    linesOf(shown, context),
    linesOf([...lines, ...guaranteeLines(diagnosis, context)], context),
  ];
  return [...sections.filter((section) => section !== ""), `${summaryText(diagnosis)}\n`].join("\n");
};

/** Returns one line about the guarantee or, with `--verbose`, a table of all elections. */
function guaranteeLines({ guarantees = [] }: Diagnosis, { verbose }: ReportContext): readonly string[] {
  if (guarantees.length === 0) return [];
  if (!verbose) return [`${guaranteedText(guarantees)}; for the reasons, use --verbose`];
  const { headings, rows, reasons } = guaranteeTable(guarantees);
  return [...alignedRows([headings, ...rows]), ...reasons];
}

/** Returns a line for each reason why checks could not decide, with the ids of these checks. */
function unknownLines({ checks }: Diagnosis): readonly string[] {
  const unknown = checks.flatMap(({ id, reasons }) => reasons.map((reason) => ({ id, reason })));
  const byReason = groupBy(unknown, ({ reason }) => reason);
  return [...byReason].map(([reason, ids]) => `unknown: ${ids.map(({ id }) => id).join(", ")}: ${reason}`);
}

function linesOf(lines: readonly string[], context: ReportContext): string {
  return lines.map((line) => `${dim(sanitize(line), context)}\n`).join("");
}

function blockOf(finding: DoctorFinding, context: ReportContext): string {
  const { id, severity, remedy } = finding;
  const first = `${bold(sanitize(`${headOf(finding)}:`), context)} ${severity} ${sanitize(`${id}: ${fieldMessage(finding)}`)}`;
  return [first, ...remedy.map((line) => `    ${sanitize(line)}`)].map((line) => `${line}\n`).join("");
}
