import { pluralize } from "../../core/text/join-words.ts";
import { placeText } from "../../core/text/position.ts";
import { sanitize } from "../../report/sanitize.ts";
import { diagnosticBlock, summaryLine } from "../../report/text-blocks.ts";
import type { CaseResult } from "../run-case.ts";
import {
  abstainedTexts,
  expectedTexts,
  foundTexts,
  hasPassed,
  type SuiteReport,
  type SuiteSummary,
  summarizeSuites,
} from "./suite-run.ts";

/** Contains no problems, because the command prints them to standard error. */
export const suiteText: SuiteReport = (run, context) => {
  const failed = run.cases.filter((each) => !hasPassed(each));
  const blocks = failed.map((each) => {
    const lines = [...labelled("expected: ", expectedTexts(each)), ...labelled("found:    ", foundTexts(each))];
    return `${diagnosticBlock(each, "fail", each.name, context)}${lines.map((line) => `  ${sanitize(line)}\n`).join("")}`;
  });
  const passed = context.verbose ? run.cases.filter(hasPassed).flatMap(abstentionLines) : [];
  if (passed.length > 0) blocks.push(passed.map((line) => `${sanitize(line)}\n`).join(""));
  return [...blocks, ...(context.quiet ? [] : [`${summaryText(summarizeSuites(run))}\n`])].join("\n");
};

function abstentionLines(result: CaseResult): readonly string[] {
  return abstainedTexts(result.abstained).map((text) => `${placeText(result)}: ${result.name}: ${text}`);
}

/** Adds a label before the first line. Indents the other lines by the length of the label. */
function labelled(label: string, texts: readonly string[]): readonly string[] {
  return texts.map((text, index) => `${index === 0 ? label : " ".repeat(label.length)}${text}`);
}

function summaryText({ cases, files, passed, failed, problems }: SuiteSummary): string {
  return summaryLine(`${pluralize(cases, "case")} in ${pluralize(files, "file")}`, [
    `${passed} passed`,
    `${failed} failed`,
    problems === 0 ? "" : pluralize(problems, "problem"),
  ]);
}
