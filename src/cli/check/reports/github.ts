import { order } from "../../../report/order.ts";
import type { CheckedFinding, Problem, Report } from "../../../report/result.ts";
import { sanitize } from "../../../report/sanitize.ts";
import { findingText, ignoredText } from "./finding-text.ts";

/** The annotations GitHub Actions knows. */
const commands: Readonly<Record<CheckedFinding["mode"], string>> = { deny: "error", warn: "warning", audit: "notice" };

/**
 * Workflow commands that GitHub Actions shows at their lines in a pull request; nothing where nothing was found. What was
 * ignored is told to the log alone: who wrote the annotation wants to see it at no line, and a step has room for ten.
 */
export const github: Report = (result) => {
  const before = order(result);
  return [
    ...result.findings.toSorted(before).map((finding) => annotation(commands[finding.mode], finding, finding.rule, findingText(finding))),
    ...result.problems.toSorted(before).map((problem) => annotation("error", problem, "unreadable", problem.message)),
    ...result.ignored.toSorted(before).map((finding) => `${sanitize(ignoredText(finding))}\n`),
  ].join("");
};

function annotation(command: string, { file, line, column }: Omit<Problem, "message">, title: string, message: string): string {
  return `::${command} file=${property(file)},line=${line},col=${column},title=${property(title)}::${data(message)}\n`;
}

/** The runner undoes these alone, and only in this place: what they stand for would end the command or its line. */
function data(shown: string): string {
  return sanitize(shown).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(shown: string): string {
  return data(shown).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
