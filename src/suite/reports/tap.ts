import { jsonText } from "../../report/json-report.ts";
import { type TapPoint, tapList, tapPoints } from "../../report/tap-points.ts";
import type { CaseResult } from "../run-case.ts";
import { expectedTexts, hasPassed, type SuiteReport } from "./suite-run.ts";

export const suiteTap: SuiteReport = ({ cases, problems }) => tapPoints(cases.map(casePoint), problems);

function casePoint(result: CaseResult): TapPoint {
  const { name, file, line, expected, found, abstained } = result;
  const passed = hasPassed(result);
  const message = `message: ${jsonText(`expected: ${expectedTexts(result).join("; ")}`)}`;
  const rules = abstained.map((rule) => ({ rule }));
  const diagnostics = passed
    ? []
    : [message, ...tapList("expected", expected), ...tapList("found", found), ...tapList("abstained", rules)];
  return { ok: passed, title: `${name} (${file}:${line})`, diagnostics };
}
