import type { AuditedObject, AuditFinding, AuditResult } from "../../../audit/result.ts";
import { fieldMessage } from "../../../field/error.ts";
import { type JunitCase, junitXml } from "../../../report/junit-xml.ts";
import type { Report } from "../../../report/report.ts";
import { findingText, objectName, unreadLines } from "./shown.ts";

/**
 * Formats the result of an audit as JUnit XML: a test suite for each namespace, a test case for
 * each object, and a skipped test case for each resource that was not read.
 */
export const auditJunit: Report<AuditResult> = (result) =>
  junitXml([...result.objects.map(objectCase), ...unreadLines(result).map(unreadCase)], []);

/** Returns the test case of an object. A single failure contains all errors. */
function objectCase(object: AuditedObject): JunitCase {
  const errors = object.findings.filter(({ severity }) => severity === "error");
  const others = object.findings.filter(({ severity }) => severity !== "error");
  const [first] = errors;
  return {
    name: objectName(object),
    file: object.namespace,
    line: 1,
    ...(first && { failure: { message: fieldMessage(first), type: first.origin, lines: errors.map(findingLine) } }),
    output: others.map(findingLine),
  };
}

function findingLine(finding: AuditFinding): string {
  return `${finding.severity} ${findingText(finding)}`;
}

function unreadCase(line: string): JunitCase {
  return { name: "read", file: "cluster", line: 1, skipped: line };
}
