import { jsonText } from "../../../report/json-text.ts";
import { order } from "../../../report/order.ts";
import type { CheckedFinding, Problem, Report } from "../../../report/result.ts";
import { summarize } from "./summary.ts";

/** For programs; `schemas/report/v1alpha1/results.json` describes it. */
export const json: Report = (result, { version }) => {
  const before = order(result);
  const report = {
    apiVersion: "report.lease-guard.dev/v1alpha1",
    kind: "Results",
    version,
    summary: summarize(result),
    findings: result.findings.toSorted(before).map(published),
    ignored: result.ignored.toSorted(before).map(published),
    problems: result.problems
      .toSorted(before)
      .map(({ file, line, column, message }: Problem): Problem => ({ file, line, column, message })),
  };
  return `${jsonText(report)}\n`;
};

/** The fields in the order they are published in, and no others. */
function published({ rule, mode, type, field, message, file, line, column, object }: CheckedFinding): CheckedFinding {
  const { apiVersion, kind, namespace, name } = object;
  return { rule, mode, type, field, message, file, line, column, object: { apiVersion, kind, namespace, name } };
}
