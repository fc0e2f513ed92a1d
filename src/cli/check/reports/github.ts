import { fieldMessage } from "../../../field/error.ts";
import { sanitize } from "../../../report/sanitize.ts";
import type { Place } from "../../../text/position.ts";
import { order } from "./order.ts";
import { type CheckedFinding, type CheckReport, ignoredLine } from "./result.ts";

/** The workflow command of GitHub Actions for each mode of a finding. */
const commands: Readonly<Record<CheckedFinding["mode"], string>> = { deny: "error", warn: "warning", audit: "notice" };

/**
 * Formats workflow commands, which GitHub shows as annotations of the lines in a pull request.
 * Suppressed findings become plain log lines, because GitHub shows at most ten annotations for each
 * step.
 */
export const github: CheckReport = (result) => {
  const before = order(result);
  return [
    ...result.findings.toSorted(before).map((finding) => annotation(commands[finding.mode], finding, finding.rule, fieldMessage(finding))),
    ...result.problems.toSorted(before).map((problem) => annotation("error", problem, "unreadable", problem.message)),
    ...result.ignored.toSorted(before).map((finding) => `${sanitize(ignoredLine(finding))}\n`),
  ].join("");
};

function annotation(command: string, { file, line, column }: Place, title: string, message: string): string {
  return `::${command} file=${escapedProperty(file)},line=${line},col=${column},title=${escapedProperty(title)}::${escapedData(message)}\n`;
}

/**
 * Escapes the characters that would end a workflow command or its line. GitHub's runner decodes
 * only these escapes.
 */
function escapedData(shown: string): string {
  return sanitize(shown).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapedProperty(shown: string): string {
  return escapedData(shown).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
