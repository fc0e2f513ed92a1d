import { fieldMessage } from "../../core/field/error.ts";
import { type FailingFrom, reaches } from "../../core/field/severity.ts";
import { caseOutcome, type JunitCase, type JunitFinding, junitXml } from "../../report/junit-xml.ts";
import { findingText } from "../../report/object-title.ts";
import type { Report, ReportContext } from "../../report/report.ts";
import type { Fleet } from "../fleet/fleet.ts";
import type { AuditedObject, AuditFinding, AuditResult } from "../result.ts";
import { clusterLine } from "./cluster-line.ts";
import { kindAndName, noteLines } from "./shown.ts";

/**
 * Formats the result of an audit as JUnit XML, with a test suite for each namespace. What makes the
 * exit code 2 is an error, and a resource that the audit could not read is a skipped test.
 */
export const auditJunit: Report<AuditResult> = (result, context) =>
  junitText(clusterCases(result, context), context, `lease-guard (${clusterLine(result.cluster)})`);

/** Formats the audits of several clusters, with a test suite for each namespace of a cluster. */
export const fleetJunit: Report<Fleet<AuditResult>> = ({ clusters }, context) =>
  junitText(
    clusters.flatMap((result) => {
      const { name } = result.cluster;
      const errors = context.errors?.flatMap((line) =>
        line.startsWith(`${name}: `) ? line.slice(name.length + 2) : [],
      );
      return clusterCases(result, { ...context, errors: errors ?? [] }).map((each) => ({
        ...each,
        file: `${name}/${each.file}`,
      }));
    }),
    context,
  );

function junitText(cases: readonly JunitCase[], { errors = [] }: ReportContext, name?: string): string {
  const failed = errors.map((line) => ({ ...readCase, error: { message: line, type: "problem", lines: [line] } }));
  return junitXml([...cases, ...failed], [], name);
}

function clusterCases(result: AuditResult, { failingFrom, errors }: ReportContext): readonly JunitCase[] {
  return [
    ...result.objects.map((object) => objectCase(object, failingFrom)),
    ...noteLines(result, errors).map((skipped) => ({ ...readCase, skipped })),
  ];
}

const readCase = { name: "read", file: "cluster", line: 1 } as const;

function objectCase(object: AuditedObject, failingFrom: FailingFrom): JunitCase {
  const { findings, suppressed = [] } = object;
  const outcome = caseOutcome([
    ...findings.map((finding) => detailOf(finding, failingFrom)),
    ...suppressed.map((finding) => detailOf(finding, "never", "suppressed ")),
  ]);
  return { name: kindAndName(object), file: object.namespace, line: 1, ...outcome };
}

function detailOf(finding: AuditFinding, failingFrom: FailingFrom, start = ""): JunitFinding {
  const { severity, origin, isKnown = false } = finding;
  const lines = [`${start || (isKnown ? "known " : "")}${severity} ${findingText(finding)}`];
  return { fails: !isKnown && reaches(severity, failingFrom), message: fieldMessage(finding), type: origin, lines };
}
