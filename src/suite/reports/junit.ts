import { type JunitCase, junitXml } from "../../report/junit-xml.ts";
import type { CaseResult } from "../run-case.ts";
import { expectedTexts, foundTexts, hasPassed, type SuiteReport } from "./suite-run.ts";

export const suiteJunit: SuiteReport = ({ cases, problems }) => junitXml(cases.map(junitCase), problems);

function junitCase(result: CaseResult): JunitCase {
  const { name, file, line } = result;
  if (hasPassed(result)) return { name, file, line };
  const expected = expectedTexts(result).map((text) => `expected: ${text}`);
  const lines = [...expected, ...foundTexts(result).map((text) => `found: ${text}`)];
  return { name, file, line, failure: { message: expected.join("; "), type: "expectation", lines } };
}
