import { fieldMessage } from "../../../field/error.ts";
import { sanitize } from "../../../report/sanitize.ts";
import { diagnosticBlock, dim, problemBlocks } from "../../../report/text-blocks.ts";
import { order } from "./order.ts";
import { type CheckReport, ignoredLine } from "./result.ts";
import { summarize, summaryText } from "./summary.ts";

/** For people: `FILE:LINE:COLUMN: deny RULE: MESSAGE`, the source line and a caret, then a summary line. */
export const text: CheckReport = (result, context) => {
  const before = order(result);
  const ignored = result.ignored.toSorted(before).map((finding) => `${dim(sanitize(ignoredLine(finding)), context)}\n`);
  const blocks = [
    ...result.findings
      .toSorted(before)
      .map((finding) => diagnosticBlock(finding, finding.mode, `${finding.rule}: ${fieldMessage(finding)}`, context)),
    ...problemBlocks(result.problems.toSorted(before), context),
    ...(ignored.length === 0 ? [] : [ignored.join("")]),
  ];
  return [...blocks, `${summaryText(summarize(result))}\n`].join("\n");
};
