import { findingText } from "../../../report/finding-text.ts";
import { sanitize } from "../../../report/sanitize.ts";
import { diagnosticBlock, dim } from "../../../report/text-blocks.ts";
import { notComparedLines } from "./not-compared.ts";
import { order } from "./order.ts";
import { type CheckReport, ignoredLine, objectHead, skippedLines, summarize, summaryText } from "./result.ts";

/**
 * Formats the result for people. Each finding is a line `FILE:LINE:COLUMN: OBJECT: deny RULE:
 * MESSAGE`, the source line, and a line with a caret. Lines follow for ignored findings and,
 * with `verbose`, for skipped objects, elections that `check` did not compare, and rules that
 * abstained. The last line is a summary, except with `quiet`. Problems are not in this report,
 * because `check` prints them to standard error.
 */
export const text: CheckReport = (result, context) => {
  const before = order(result);
  const lines = [
    ...result.ignored.toSorted(before).map(ignoredLine),
    ...(context.verbose ? [...skippedLines(result), ...notComparedLines(result)] : []),
  ];
  const blocks = [
    ...result.findings
      .toSorted(before)
      .map((finding) => diagnosticBlock({ ...finding, head: objectHead(finding) }, finding.mode, findingText(finding), context)),
    ...(lines.length === 0 ? [] : [lines.map((line) => `${dim(sanitize(line), context)}\n`).join("")]),
  ];
  return [...blocks, ...(context.quiet ? [] : [`${summaryText(summarize(result))}\n`])].join("\n");
};
