import { caseTitle, isDenied, type ObjectCase, objectCases } from "./cases.ts";
import { neutralJson } from "./neutral-json.ts";
import { neutralize } from "./neutralize.ts";
import { order } from "./order.ts";
import type { CheckedFinding, Problem, Report } from "./result.ts";

/** TAP 14: a test point an object, with its findings as YAML below it, and one for each input that could not be read. */
export const tap: Report = (result) => {
  const problems = result.problems.toSorted(order(result));
  const points = [...objectCases(result).map(objectPoint), ...problems.map(problemPoint)];
  const plan = points.length === 0 ? "1..0 # SKIP nothing to check" : `1..${points.length}`;
  return ["TAP version 14", plan, ...points.map((point, index) => point(index + 1))].map((line) => `${line}\n`).join("");
};

/** A test point waiting for its number. */
type Point = (number: number) => string;

function objectPoint(checked: ObjectCase): Point {
  const { file, line, object, findings, ignored } = checked;
  const diagnostics = [...list("findings", findings), ...list("ignored", ignored)];
  return (number) => {
    const head = `${isDenied(checked) ? "not ok" : "ok"} ${number} - ${description(`${caseTitle(object)} (${file}:${line})`)}`;
    return diagnostics.length === 0 ? head : [head, "  ---", ...diagnostics, "  ..."].join("\n");
  };
}

/** Of none not even the heading. */
function list(heading: string, findings: readonly CheckedFinding[]): readonly string[] {
  if (findings.length === 0) return [];
  const told = findings.map(({ rule, mode, field, message, line, column }) => ({ rule, mode, field, message, line, column }));
  return [`  ${heading}:`, ...told.map((finding) => `    - ${neutralJson(finding, 0)}`)];
}

function problemPoint({ file, line, column, message }: Problem): Point {
  return (number) =>
    [
      `not ok ${number} - ${description(`readable (${file})`)}`,
      "  ---",
      ...Object.entries({ message, line, column }).map(([key, value]) => `  ${key}: ${neutralJson(value)}`),
      "  ...",
    ].join("\n");
}

/** `#` would begin a directive, such as SKIP. */
function description(shown: string): string {
  return neutralize(shown).replaceAll("\\", "\\\\").replaceAll("#", "\\#");
}
