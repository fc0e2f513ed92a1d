import { type JunitCase, junitXml } from "../../../report/junit-xml.ts";
import { order } from "../../../report/order.ts";
import type { CheckedFinding, Problem, Report } from "../../../report/result.ts";
import { caseTitle, type ObjectCase, objectCases } from "./cases.ts";
import { findingText, ignoredText } from "./finding-text.ts";

/** JUnit XML: a test case an object, and an error for what could not be read. */
export const junit: Report = (result) =>
  junitXml([...objectCases(result).map(objectCase), ...result.problems.toSorted(order(result)).map(problemCase)]);

/** One failure tells of all denials; what does not fail goes to the output. */
function objectCase({ object, file, line, findings, ignored }: ObjectCase): JunitCase {
  const denials = findings.filter(({ mode }) => mode === "deny");
  const others = findings.filter(({ mode }) => mode !== "deny").map(told);
  const [first] = denials;
  return {
    name: caseTitle(object),
    file,
    line,
    ...(first && { failure: { message: findingText(first), type: first.rule, lines: denials.map(told) } }),
    output: [...others, ...ignored.map(ignoredText)],
  };
}

/** An input that could not be read. */
export function problemCase({ file, line, column, message }: Problem): JunitCase {
  return { name: "readable", file, line, error: { message, type: "unreadable", lines: [`${file}:${line}:${column}: ${message}`] } };
}

function told(finding: CheckedFinding): string {
  return `${finding.file}:${finding.line}:${finding.column}: ${finding.mode} ${finding.rule}: ${findingText(finding)}`;
}
