import { fieldMessage } from "../../core/field/error.ts";
import { worstFirst } from "../../core/field/severity.ts";
import { code, jobSummaryLimit, markdownPage, markdownTable } from "../../report/markdown.ts";
import type { Report } from "../../report/report.ts";
import type { AuditResult } from "../result.ts";
import { clusterLine } from "./cluster-line.ts";
import { agoText, kindAndName, lastReadAt, scoreText, shownObjects, stateOf, unreadLines } from "./shown.ts";

export const auditMarkdown: Report<AuditResult> = (result, { verbose }) =>
  markdownPage(markdownLines(result, verbose), jobSummaryLimit);

/** Returns the lines of a page, or of the section of one of several clusters. */
export function markdownLines(result: AuditResult, verbose: boolean | undefined): readonly string[] {
  const at = lastReadAt(result);
  const all = result.objects.flatMap((object) => object.findings.map((finding) => ({ ...finding, object })));
  const rows = worstFirst(all).map(({ object, ...finding }) => [
    finding.severity,
    code(`${object.namespace}/${kindAndName(object)}`),
    code(finding.origin),
    code(fieldMessage(finding)),
  ]);
  const objects = shownObjects(result, verbose).map((object) => [
    code(object.namespace),
    code(kindAndName(object)),
    code(object.holder ?? ""),
    agoText(object.renewed, at),
    stateOf(object, at),
  ]);
  return [
    `## lease-guard audit: ${scoreText(result)}`,
    ...[clusterLine(result.cluster), ...unreadLines(result)].flatMap((line) => ["", code(line)]),
    ...markdownTable(["Severity", "Object", "Check or rule", "Message"], rows),
    ...markdownTable(["Namespace", "Object", "Holder", "Renewed", "State"], objects),
  ];
}
