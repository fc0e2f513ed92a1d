import { isoSecond } from "../../core/text/time.ts";
import { modeOfSeverity } from "../../policy/policy.ts";
import { groupBy } from "../../report/group-by.ts";
import { findingText } from "../../report/object-title.ts";
import type { Report, ReportContext } from "../../report/report.ts";
import { sanitize } from "../../report/sanitize.ts";
import { alignedRows, bold, dim, inColor } from "../../report/text-blocks.ts";
import { isUnexpiredAt } from "../../rules/shared/lease-term.ts";
import type { AuditedObject, AuditFinding, AuditResult } from "../result.ts";
import { clusterLine } from "./cluster-line.ts";
import { agoText, kindAndName, lastReadAt, scoreText, shownObjects, stateOf, unreadLines } from "./shown.ts";

export const auditText: Report<AuditResult> = (result, context) => {
  const at = lastReadAt(result);
  const groups = groupBy(shownObjects(result, context.verbose), ({ namespace }) => namespace);
  const blocks = [...groups].flatMap(([namespace, objects]) => [
    bold(sanitize(namespace), context),
    ...tableOf(objects, at, context),
    "",
  ]);
  const times = result.readAt.map(isoSecond).join(", ");
  const end = [...unreadLines(result).map(sanitize), `${scoreText(result)} (${times})`];
  // A report of 20,000 objects is many megabytes long, so the function joins the lines only once.
  const head = [sanitize(clusterLine(result.cluster)), ...(blocks.length === 0 ? [] : [""])];
  return [...head, ...blocks, ...end, ""].join("\n");
};

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
  const { severity, remedy } = finding;
  const head = `    ${inColor(severity, modeOfSeverity(severity), context)} ${sanitize(findingText(finding))}`;
  return remedy === undefined ? [head] : [head, dim(`      ${sanitize(remedy)}`, context)];
}
