import { severities } from "../../core/field/severity.ts";
import { isoSecond } from "../../core/text/time.ts";
import { modeOfSeverity } from "../../policy/policy.ts";
import { groupBy } from "../../report/group-by.ts";
import { findingText } from "../../report/object-title.ts";
import type { Report, ReportContext } from "../../report/report.ts";
import { sanitize } from "../../report/sanitize.ts";
import { alignedRows, bold, dim, inColor } from "../../report/text-blocks.ts";
import { isUnexpiredAt } from "../../rules/shared/lease-term.ts";
import { type AuditedObject, type AuditFinding, type AuditResult, withoutKnown } from "../result.ts";
import { clusterLine } from "./cluster-line.ts";
import { digestOf, type EqualFindings } from "./equal-findings.ts";
import {
  agoText,
  findingCounts,
  firstNames,
  goneLines,
  kindAndName,
  lastReadAt,
  noteLines,
  scoreText,
  shownObjects,
  stateOf,
} from "./shown.ts";

/**
 * Formats an audit for people: for each severity, the findings that are shown as one, and then the
 * objects of which this is the worst severity.
 */
export const auditText: Report<AuditResult> = (result, context) => {
  const at = lastReadAt(result);
  const { equal, objects } = digestOf(withoutKnown(result));
  const shown = groupBy(shownObjects({ objects }, context.verbose), ({ findings: [worst] }) => worst?.severity);
  const blocks = [...severities, undefined].flatMap((severity) => [
    ...equal.filter((each) => each.severity === severity).flatMap((each) => equalBlock(each, context)),
    ...[...groupBy(shown.get(severity) ?? [], ({ namespace }) => namespace)].flatMap(([namespace, members]) => [
      bold(sanitize(namespace), context),
      ...tableOf(members, at, context),
      "",
    ]),
  ]);
  const times = result.readAt.map(isoSecond).join(", ");
  const end = [
    ...countsBlock(result, context),
    ...[...noteLines(result), ...goneLines(result)].map(sanitize),
    `${scoreText(result)} (${times})`,
  ];
  // A report of 20,000 objects is many megabytes long, so the function joins the lines only once.
  const head = [sanitize(clusterLine(result.cluster)), ...(blocks.length === 0 ? [] : [""])];
  return [...head, ...blocks, ...end, ""].join("\n");
};

function equalBlock(equal: EqualFindings, context: ReportContext): readonly string[] {
  const { origin, objects, hasRemedies } = equal;
  const names = firstNames(objects);
  const more = objects.length - names.length;
  const hint = `to write a script with the commands of this check, add --check ${origin} -o script=FILE`;
  return [
    findingLine(equal, context),
    `  ${objects.length} findings: ${sanitize(names.join(", "))}, and ${more} more`,
    ...(hasRemedies ? [dim(`  ${hint}`, context)] : []),
    "",
  ];
}

/** Returns the numbers of findings by check, or no lines if the last line already shows them. */
function countsBlock(result: AuditResult, context: ReportContext): readonly string[] {
  const counts = findingCounts(withoutKnown(result));
  if (counts.length < 2) return [];
  const rows = counts.map(({ severity, origin, count }) => [severity, sanitize(origin), String(count)]);
  const [head = "", ...lines] = alignedRows([["SEVERITY", "CHECK OR RULE", "FINDINGS"], ...rows]);
  return [dim(head, context), ...lines, ""];
}

function tableOf(objects: readonly AuditedObject[], at: Date, context: ReportContext): readonly string[] {
  const headings = ["OBJECT", "HOLDER", "RENEWED", "STATE"];
  const rows = objects.map((object) => rowOf(object, at, context).map(sanitize));
  const [head = "", ...lines] = alignedRows([[...headings, ...(context.verbose ? ["CREATED", "TERM"] : [])], ...rows]);
  const below = objects.map(({ findings }) => findings.flatMap((finding) => findingLines(finding, context)));
  return [dim(`  ${head}`, context), ...lines.flatMap((line, index) => [`  ${line}`, ...(below[index] ?? [])])];
}

function rowOf(object: AuditedObject, at: Date, { verbose }: ReportContext): readonly string[] {
  const cells = [kindAndName(object), object.holder ?? "-", agoText(object.renewed, at), stateOf(object, at)];
  return verbose ? [...cells, agoText(object.created, at), termText(object, at)] : cells;
}

function termText({ holdingPeriods }: AuditedObject, at: Date): string {
  const until = holdingPeriods.at(-1)?.until;
  if (until === undefined) return "-";
  return `${isUnexpiredAt(until.getTime(), at.getTime()) ? "ends" : "ended"} ${agoText(until, at)}`;
}

function findingLines(finding: AuditFinding, context: ReportContext): readonly string[] {
  const { remedy } = finding;
  const head = `    ${findingLine(finding, context)}`;
  return remedy === undefined ? [head] : [head, dim(`      ${sanitize(remedy)}`, context)];
}

function findingLine(finding: Omit<AuditFinding, "remedy">, context: ReportContext): string {
  const { severity } = finding;
  return `${inColor(severity, modeOfSeverity(severity), context)} ${sanitize(findingText(finding))}`;
}
