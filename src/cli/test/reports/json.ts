import { jsonText } from "../../../report/json-text.ts";
import { hasPassed, type SuiteReport, summarizeSuites } from "./run.ts";

/** For programs; `schemas/report/v1alpha1/suite-results.json` describes it. */
export const suiteJson: SuiteReport = (run, { version }) => {
  const report = {
    apiVersion: "report.lease-guard.dev/v1alpha1",
    kind: "SuiteResults",
    version,
    summary: summarizeSuites(run),
    cases: run.cases.map((each) => {
      const { name, file, line, column, unmet, expected, found } = each;
      return { name, file, line, column, passed: hasPassed(each), unmet, expected, found };
    }),
    problems: run.problems.map(({ file, line, column, message }) => ({ file, line, column, message })),
  };
  return `${jsonText(report)}\n`;
};
