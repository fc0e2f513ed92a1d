import { diagnosticBlock, dim } from "../../../report/diagnostic-block.ts";
import { order } from "../../../report/order.ts";
import type { Report } from "../../../report/result.ts";
import { sanitize } from "../../../report/sanitize.ts";
import { findingText, ignoredText } from "./finding-text.ts";
import { summarize, summaryText } from "./summary.ts";

/** For people: `FILE:LINE:COLUMN: deny RULE: message`, the source line and a caret, and a summary as the last line. */
export const text: Report = (result, context) => {
  const before = order(result);
  const ignored = result.ignored.toSorted(before).map((finding) => `${dim(sanitize(ignoredText(finding)), context)}\n`);
  const problems = result.problems.filter(({ unread }) => unread !== true);
  const blocks = [
    ...result.findings
      .toSorted(before)
      .map((finding) => diagnosticBlock(finding, finding.mode, `${finding.rule}: ${findingText(finding)}`, context)),
    ...problems.toSorted(before).map((problem) => diagnosticBlock(problem, "error", problem.message, context)),
    ...(ignored.length === 0 ? [] : [ignored.join("")]),
  ];
  return [...blocks, `${summaryText(summarize(result))}\n`].join("\n");
};
