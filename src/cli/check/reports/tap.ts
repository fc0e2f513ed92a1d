import { type TapPoint, tapList, tapPoints } from "../../../report/tap-points.ts";
import { caseTitle, isDenied, type ObjectCase, objectCases } from "./cases.ts";
import { order } from "./order.ts";
import type { CheckedFinding, CheckReport } from "./result.ts";

/**
 * Formats the result as TAP 14: a test point for each object, with its findings as YAML, and a test
 * point for each problem.
 */
export const tap: CheckReport = (result) => tapPoints(objectCases(result).map(objectPoint), result.problems.toSorted(order(result)));

function objectPoint(checked: ObjectCase): TapPoint {
  const { file, line, object, findings, ignored } = checked;
  return {
    ok: !isDenied(checked),
    title: `${caseTitle(object)} (${file}:${line})`,
    diagnostics: [...tapList("findings", findings.map(published)), ...tapList("ignored", ignored.map(published))],
  };
}

function published({ rule, mode, field, message, line, column }: CheckedFinding): object {
  return { rule, mode, field, message, line, column };
}
