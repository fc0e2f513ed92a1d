import { fieldMessage } from "../../../field/error.ts";
import { sanitize } from "../../../report/sanitize.ts";
import { diagnosticBlock, dim, ifAny, summaryLine } from "../../../report/text-blocks.ts";
import { pluralize } from "../../../text/pluralize.ts";
import { order } from "./order.ts";
import { type CheckReport, ignoredLine, type Summary, summarize } from "./result.ts";

/**
 * Formats the result for people. Each finding is a line `FILE:LINE:COLUMN: deny RULE: MESSAGE`, the
 * source line, and a line with a caret. A summary line follows the findings. Problems are on
 * standard error.
 */
export const text: CheckReport = (result, context) => {
  const before = order(result);
  const ignored = result.ignored.toSorted(before).map((finding) => `${dim(sanitize(ignoredLine(finding)), context)}\n`);
  const blocks = [
    ...result.findings
      .toSorted(before)
      .map((finding) => diagnosticBlock(finding, finding.mode, `${finding.rule}: ${fieldMessage(finding)}`, context)),
    ...(ignored.length === 0 ? [] : [ignored.join("")]),
  ];
  return [...blocks, ...(context.quiet ? [] : [`${summaryText(summarize(result))}\n`])].join("\n");
};

/**
 * Returns a line such as `3 objects checked in 2 files: 1 denied, 0 warnings, 1 skipped`. Leaves
 * out some counts if they are 0.
 */
function summaryText({ files, checked, denied, warnings, audited, ignored, skipped, unreadable }: Summary): string {
  return summaryLine(`${pluralize(checked, "object")} checked in ${pluralize(files, "file")}`, [
    `${denied} denied`,
    pluralize(warnings, "warning"),
    ifAny(audited, "audited"),
    ifAny(ignored, "ignored"),
    `${skipped} skipped`,
    ifAny(unreadable, "unreadable"),
  ]);
}
