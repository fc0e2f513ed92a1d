import { unreadLine } from "../../core/api/requests.ts";
import { fieldMessage } from "../../core/field/error.ts";
import type { Report, ReportContext } from "../../report/report.ts";
import {
  levelOfSeverity,
  location,
  maxResults,
  omittedResults,
  sarifDescriptions,
  sarifLog,
  sarifMessage,
  sarifWarning,
} from "../../report/sarif-log.ts";
import type { Diagnosis, DoctorFinding } from "../diagnose.ts";
import { titleOf } from "./summary.ts";

/**
 * Formats a diagnosis as SARIF 2.1.0. A finding about a file has its position. Other findings have
 * only the kind, namespace, and name of the object, or `cluster`. Each resource that the doctor
 * could not read becomes a notification.
 */
export const doctorSarif: Report<Diagnosis> = ({ checks, findings, unread }, context) => {
  const rules = checks.map(({ id, description }) => ({
    id,
    ...sarifDescriptions(description),
    help: { text: description },
  }));
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const results = findings
    .slice(0, maxResults)
    .map((finding) => sarifResult(finding, indexes.get(finding.id), context));
  const notifications = [...unread.map(unreadLine).map(sarifWarning), ...omittedResults(findings.length)];
  return sarifLog({
    version: context.version,
    rules,
    columnKind: "utf16CodeUnits",
    executionSuccessful: true,
    notifications,
    results,
  });
};

function sarifResult(finding: DoctorFinding, ruleIndex: number | undefined, context: ReportContext): object {
  const { id, severity, field, place } = finding;
  const title = titleOf(finding);
  return {
    ruleId: id,
    ruleIndex,
    level: levelOfSeverity[severity],
    message: sarifMessage(`${title}: ${fieldMessage(finding)}`),
    locations: [
      {
        ...(place && location(place, context)),
        logicalLocations: [{ fullyQualifiedName: title, kind: "object" }],
      },
    ],
    partialFingerprints: { "leaseGuardDoctor/v1": `${id} ${field} ${title}` },
  };
}
