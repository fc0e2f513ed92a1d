import { fieldMessage } from "../../core/field/error.ts";
import type { Place } from "../../core/text/position.ts";
import { objectTitle } from "../../report/object-title.ts";
import { sanitize } from "../../report/sanitize.ts";
import { notRenderedLines } from "./not-rendered.ts";
import { order } from "./order.ts";
import {
  type CheckedFinding,
  type CheckReport,
  emptyText,
  ignoredLine,
  notUnderstoodLines,
  remedyLines,
  skippedLines,
} from "./result.ts";

const commands: Readonly<Record<CheckedFinding["mode"], string>> = { deny: "error", warn: "warning", audit: "notice" };

/**
 * Formats workflow commands, which GitHub shows as annotations of the lines in a pull request. A
 * run without a checked object has a warning. Ignored findings, directories that are not rendered,
 * and with `verbose` the skipped objects, become plain log lines, because GitHub shows at most ten
 * annotations of each type for a step.
 */
export const github: CheckReport = (result, { verbose, repositoryPath }) => {
  const before = order(result);
  const placed = <T extends Place>(each: T): T => ({ ...each, file: repositoryPath(each.file) });
  const lines = [
    ...result.ignored.toSorted(before).map(ignoredLine),
    ...(verbose ? [...skippedLines(result, before), ...notUnderstoodLines(result, before)] : []),
    ...notRenderedLines(result),
  ];
  const empty = emptyText(result);
  return [
    ...(empty === undefined ? [] : [`::warning title=empty::${escapedData(empty)}\n`]),
    ...result.findings.toSorted(before).map((finding) => findingAnnotation(placed(finding))),
    ...result.problems
      .toSorted(before)
      .map((problem) => annotation("error", placed(problem), "problem", problem.message)),
    ...lines.map((line) => `${sanitize(line)}\n`),
  ].join("");
};

function findingAnnotation(finding: CheckedFinding): string {
  const [message, ...remedy] = [`${objectTitle(finding.object)}: ${fieldMessage(finding)}`, ...remedyLines(finding)];
  return annotation(commands[finding.mode], finding, finding.origin, message, ...remedy);
}

function annotation(
  command: string,
  { file, line, column }: Place,
  title: string,
  ...message: readonly string[]
): string {
  const place = `file=${escapedProperty(file)},line=${line},col=${column}`;
  return `::${command} ${place},title=${escapedProperty(title)}::${message.map(escapedData).join("%0A")}\n`;
}

/** Escapes the characters that have a special meaning in the message of a workflow command. */
function escapedData(shown: string): string {
  return sanitize(shown).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapedProperty(shown: string): string {
  return escapedData(shown).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
