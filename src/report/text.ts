import { findingText, ignoredText } from "./finding-text.ts";
import { neutralize } from "./neutralize.ts";
import { order } from "./order.ts";
import type { CheckedFinding, Problem, Report, ReportContext } from "./result.ts";
import { summarize, summaryText } from "./summary.ts";

type Label = CheckedFinding["mode"] | "error";

/** ANSI's SGR numbers: red, yellow, cyan. */
const colors: Readonly<Record<Label, number>> = { deny: 31, error: 31, warn: 33, audit: 36 };

const bold = 1;
const faint = 2;

/** For people: `FILE:LINE:COLUMN: deny RULE: message`, the source line and a caret, and a summary as the last line. */
export const text: Report = (result, context) => {
  const before = order(result);
  const ignored = result.ignored.toSorted(before).map((finding) => `${paint(neutralize(ignoredText(finding)), faint, context)}\n`);
  const problems = result.problems.filter(({ unread }) => unread !== true);
  const blocks = [
    ...result.findings.toSorted(before).map((finding) => block(finding, finding.mode, `${finding.rule}: ${findingText(finding)}`, context)),
    ...problems.toSorted(before).map((problem) => block(problem, "error", problem.message, context)),
    ...(ignored.length === 0 ? [] : [ignored.join("")]),
  ];
  return [...blocks, `${summaryText(summarize(result))}\n`].join("\n");
};

/** Joined, not added up: a string that remembers its parts takes 300 bytes more, and there may be 100,000 of them. */
function block({ file, line, column, excerpt }: Omit<Problem, "message">, label: Label, message: string, context: ReportContext): string {
  const place = neutralize(`${file}:${line}:${column}:`);
  const said = label === "error" ? `${label}:` : label;
  const source = excerpt === undefined ? [] : [excerpt.line, "\n", paint(excerpt.caret, colors[label], context), "\n"];
  return [paint(place, bold, context), " ", paint(said, colors[label], context), " ", neutralize(message), "\n", ...source].join("");
}

function paint(shown: string, sgr: number, { color }: ReportContext): string {
  return color ? `\u001b[${sgr}m${shown}\u001b[0m` : shown;
}
