import { fieldMessage } from "../../core/field/error.ts";
import { caseOutcome, type JunitCase, type JunitFinding, junitXml } from "../../report/junit-xml.ts";
import { findingText } from "../../report/object-title.ts";
import type { Report } from "../../report/report.ts";
import type { AuditedObject, AuditFinding, AuditResult } from "../result.ts";
import { kindAndName, unreadLines } from "./shown.ts";

/** Formats the result of an audit as JUnit XML, with a test suite for each namespace. */
export const auditJunit: Report<AuditResult> = (result) =>
  junitXml([...result.objects.map(objectCase), ...unreadLines(result).map(unreadCase)], []);

function objectCase(object: AuditedObject): JunitCase {
  return { name: kindAndName(object), file: object.namespace, line: 1, ...caseOutcome(object.findings.map(detailOf)) };
}

function detailOf(finding: AuditFinding): JunitFinding {
  const { severity, origin } = finding;
  const lines = [`${severity} ${findingText(finding)}`];
  return { isError: severity === "error", message: fieldMessage(finding), type: origin, lines };
}

function unreadCase(line: string): JunitCase {
  return { name: "read", file: "cluster", line: 1, skipped: line };
}
