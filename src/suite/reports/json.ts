import { jsonProblem, jsonReport } from "../../report/json-report.ts";
import { hasPassed, type SuiteReport, summarizeSuites } from "./suite-run.ts";

/** Formats the result as JSON. The schema is `schemas/report/v1alpha1/suite-results.json`. */
export const suiteJson: SuiteReport = (run, { version }) =>
  jsonReport("SuiteResults", {
    version,
    summary: summarizeSuites(run),
    cases: run.cases.map((each) => {
      const { name, file, line, column, unmet, expected, found, abstained } = each;
      return { name, file, line, column, passed: hasPassed(each), unmet, expected, found, abstained };
    }),
    problems: run.problems.map(jsonProblem),
  });
