import { order } from "../../../report/order.ts";
import type { CheckedFinding, Report } from "../../../report/result.ts";
import { problemPoint, type TapPoint, tapList, tapPoints } from "../../../report/tap-points.ts";
import { caseTitle, isDenied, type ObjectCase, objectCases } from "./cases.ts";

/** TAP 14: a test point an object, with its findings as YAML below it, and one for each input that could not be read. */
export const tap: Report = (result) =>
  tapPoints([...objectCases(result).map(objectPoint), ...result.problems.toSorted(order(result)).map(problemPoint)]);

function objectPoint(checked: ObjectCase): TapPoint {
  const { file, line, object, findings, ignored } = checked;
  return {
    ok: !isDenied(checked),
    title: `${caseTitle(object)} (${file}:${line})`,
    diagnostics: [...tapList("findings", findings.map(told)), ...tapList("ignored", ignored.map(told))],
  };
}

function told({ rule, mode, field, message, line, column }: CheckedFinding): object {
  return { rule, mode, field, message, line, column };
}
