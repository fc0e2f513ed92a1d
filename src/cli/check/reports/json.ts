import { jsonProblem, jsonReport } from "../../../report/json-report.ts";
import { order } from "./order.ts";
import { type CheckedFinding, type CheckReport, summarize } from "./result.ts";

/** Formats the result as JSON. The schema is `schemas/report/v1alpha1/results.json`. */
export const json: CheckReport = (result, { version }) => {
  const before = order(result);
  return jsonReport("Results", {
    version,
    summary: summarize(result),
    findings: result.findings.toSorted(before).map(published),
    ignored: result.ignored.toSorted(before).map(published),
    problems: result.problems.toSorted(before).map(jsonProblem),
  });
};

/** Returns the fields of a finding that the schema of the report defines, in a fixed order. */
function published({ rule, mode, type, field, message, file, line, column, object }: CheckedFinding): CheckedFinding {
  const { apiVersion, kind, namespace, name } = object;
  return { rule, mode, type, field, message, file, line, column, object: { apiVersion, kind, namespace, name } };
}
