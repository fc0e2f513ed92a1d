import { caseTitle, isDenied, type ObjectCase, objectCases } from "./cases.ts";
import { neutralJson } from "./neutral-json.ts";
import { neutralize } from "./neutralize.ts";
import { inOrder } from "./order.ts";
import type { Problem, Report } from "./result.ts";

/** TAP 14: a test point an object, with its findings as YAML below it, and one for each input that could not be read. */
export const tap: Report = (result) => {
  const { problems } = inOrder(result);
  const points = [...objectCases(result).map(objectPoint), ...problems.map(problemPoint)];
  const plan = points.length === 0 ? "1..0 # SKIP nothing to check" : `1..${points.length}`;
  return ["TAP version 14", plan, ...points.map((point, index) => point(index + 1))].map((line) => `${line}\n`).join("");
};

/** A test point waiting for its number. */
type Point = (number: number) => string;

function objectPoint(checked: ObjectCase): Point {
  const { file, line, object, findings } = checked;
  const told = findings.map(({ rule, mode, field, message, line, column }) => ({ rule, mode, field, message, line, column }));
  return (number) => {
    const head = `${isDenied(checked) ? "not ok" : "ok"} ${number} - ${description(`${caseTitle(object)} (${file}:${line})`)}`;
    if (told.length === 0) return head;
    return [head, "  ---", "  findings:", ...told.map((finding) => `    - ${neutralJson(finding, 0)}`), "  ..."].join("\n");
  };
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
