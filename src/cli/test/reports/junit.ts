import { junitXml } from "../../../report/junit-xml.ts";
import { problemCase } from "../../check/reports/junit.ts";
import { expectedTexts, foundTexts, hasPassed, type SuiteReport } from "./run.ts";

/** JUnit XML: a test suite a file, and an error for what could not be read. */
export const suiteJunit: SuiteReport = ({ cases, problems }) =>
  junitXml([
    ...cases.map((each) => {
      const { name, file, line } = each;
      if (hasPassed(each)) return { name, file, line };
      const expected = expectedTexts(each).map((text) => `expected: ${text}`);
      const lines = [...expected, ...foundTexts(each).map((text) => `found: ${text}`)];
      return { name, file, line, failure: { message: expected.join("; "), type: "expectation", lines } };
    }),
    ...problems.map(problemCase),
  ]);
