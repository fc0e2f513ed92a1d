import { findingText } from "../../report/object-title.ts";
import type { ReportContext } from "../../report/report.ts";
import { sanitize } from "../../report/sanitize.ts";
import { diagnosticBlock, dim } from "../../report/text-blocks.ts";
import { notComparedLines } from "./not-compared.ts";
import { order } from "./order.ts";
import {
  type CheckedFinding,
  type CheckReport,
  ignoredLine,
  notUnderstoodLines,
  objectHead,
  remedyLines,
  skippedLines,
  summarize,
  summaryText,
} from "./result.ts";

/** Contains no problems, because `check` prints them to standard error. */
export const text: CheckReport = (result, context) => {
  const before = order(result);
  const lines = [
    ...result.ignored.toSorted(before).map(ignoredLine),
    ...(context.verbose
      ? [...skippedLines(result, before), ...notUnderstoodLines(result, before), ...notComparedLines(result)]
      : []),
  ];
  const blocks = [
    ...result.findings.toSorted(before).map((finding) => findingBlock(finding, context)),
    ...(lines.length === 0 ? [] : [lines.map((line) => `${dim(sanitize(line), context)}\n`).join("")]),
  ];
  return [...blocks, ...(context.quiet ? [] : [`${summaryText(summarize(result))}\n`])].join("\n");
};

function findingBlock(finding: CheckedFinding, context: ReportContext): string {
  const place = { ...finding, head: objectHead(finding) };
  const remedy = remedyLines(finding).map((line) => `  ${sanitize(line)}\n`);
  return [diagnosticBlock(place, finding.mode, findingText(finding), context), ...remedy].join("");
}
