import { diagnosticBlock } from "../../../report/diagnostic-block.ts";
import { sanitize } from "../../../report/sanitize.ts";
import { pluralize } from "../../../text/pluralize.ts";
import { expectedTexts, foundTexts, hasPassed, type SuiteReport, type SuiteSummary, summarizeSuites } from "./run.ts";

/** For people: each case that failed with what was expected and what was found, and a summary as the last line. */
export const suiteText: SuiteReport = (run, context) => {
  const failed = run.cases.filter((each) => !hasPassed(each));
  const blocks = [
    ...failed.map((each) => {
      const lines = [...labelled("expected: ", expectedTexts(each)), ...labelled("found:    ", foundTexts(each))];
      return `${diagnosticBlock(each, "fail", each.name, context)}${lines.map((line) => `  ${sanitize(line)}\n`).join("")}`;
    }),
    ...run.problems.filter(({ unread }) => unread !== true).map((problem) => diagnosticBlock(problem, "error", problem.message, context)),
  ];
  return [...blocks, `${summaryText(summarizeSuites(run))}\n`].join("\n");
};

/** Only the first line has the label, the others stand below it. */
function labelled(label: string, texts: readonly string[]): readonly string[] {
  return texts.map((text, index) => `${index === 0 ? label : " ".repeat(label.length)}${text}`);
}

function summaryText({ cases, files, passed, failed, problems }: SuiteSummary): string {
  const unread = problems === 0 ? "" : `, ${pluralize(problems, "problem")}`;
  return `${pluralize(cases, "case")} in ${pluralize(files, "file")}: ${passed} passed, ${failed} failed${unread}`;
}
