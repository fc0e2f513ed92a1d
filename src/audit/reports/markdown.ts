import { fieldMessage } from "../../core/field/error.ts";
import { worstFirst } from "../../core/field/severity.ts";
import { code, jobSummaryLimit, markdownPage, markdownTable } from "../../report/markdown.ts";
import type { Report } from "../../report/report.ts";
import { type AuditedObject, type AuditResult, withoutKnown } from "../result.ts";
import { clusterLine } from "./cluster-line.ts";
import { digestOf } from "./equal-findings.ts";
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

export const auditMarkdown: Report<AuditResult> = (result, { verbose }) =>
  markdownPage(markdownLines(result, verbose), jobSummaryLimit);

/** Returns the lines of a page, or of the section of one of several clusters. */
export function markdownLines(result: AuditResult, verbose: boolean | undefined): readonly string[] {
  const at = lastReadAt(result);
  const { equal, objects } = digestOf(withoutKnown(result));
  const single = objects.flatMap((object) => object.findings.map((finding) => ({ ...finding, objects: [object] })));
  const rows = worstFirst([...equal, ...single]).map((found) => [
    found.severity,
    objectsCell(found.objects),
    code(found.origin),
    code(fieldMessage(found)),
  ]);
  const counts = findingCounts(withoutKnown(result)).map(({ severity, origin, count }) => [
    severity,
    code(origin),
    String(count),
  ]);
  const table = shownObjects({ objects }, verbose).map((object) => [
    code(object.namespace),
    code(kindAndName(object)),
    code(object.holder ?? ""),
    agoText(object.renewed, at),
    stateOf(object, at),
  ]);
  return [
    `## lease-guard audit: ${scoreText(result)}`,
    ...[clusterLine(result.cluster), ...noteLines(result), ...goneLines(result)].flatMap((line) => ["", code(line)]),
    ...markdownTable(["Severity", "Check or rule", "Findings"], counts.length < 2 ? [] : counts),
    ...markdownTable(["Severity", "Object", "Check or rule", "Message"], rows),
    ...markdownTable(["Namespace", "Object", "Holder", "Renewed", "State"], table),
  ];
}

/** Returns the name of an object, or the number and the first names of several objects. */
function objectsCell(objects: readonly AuditedObject[]): string {
  const names = firstNames(objects).map(code);
  const more = objects.length - names.length;
  return more === 0 ? names.join(", ") : `${objects.length}: ${names.join(", ")}, and ${more} more`;
}
