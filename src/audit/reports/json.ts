import { jsonReport } from "../../report/json-report.ts";
import type { Report } from "../../report/report.ts";
import { possibleChecks } from "../possible-checks.ts";
import type { AuditedObject, AuditFinding, AuditResult, HoldingPeriod } from "../result.ts";
import { summarizeAudit } from "../result.ts";
import { lastReadAt, leftOutChecks, shownObjects, stateOf } from "./shown.ts";

/** Formats the result of an audit as JSON. The schema is `schemas/report/v1alpha1/audit.json`. */
export const auditJson: Report<AuditResult> = (result, { version, verbose }) =>
  jsonReport("Audit", {
    version,
    readAt: result.readAt,
    ...(result.recorded !== undefined && { recorded: { from: result.recorded.from, to: result.recorded.to } }),
    summary: summarizeAudit(result),
    objects: shownObjects(result, verbose).map((object) => publishedObject(object, lastReadAt(result))),
    unread: result.unread.map(({ resource, reason }) => ({ resource, reason })),
    checks: possibleChecks(result).map(({ id }) => id),
    leftOut: leftOutChecks(result),
  });

function publishedObject(object: AuditedObject, at: Date): object {
  const { apiVersion, kind, namespace, name, holder, created, renewed, recordedHoldingPeriods, findings } = object;
  return {
    ...{ apiVersion, kind, namespace, name, state: stateOf(object, at) },
    ...(holder !== undefined && { holder }),
    ...(created !== undefined && { created }),
    ...(renewed !== undefined && { renewed }),
    holdingPeriods: object.holdingPeriods.map(publishedPeriod),
    ...(recordedHoldingPeriods !== undefined && { recordedHoldingPeriods }),
    findings: findings.map(publishedFinding),
  };
}

function publishedPeriod({ holder, from, renewed, until, isReleased }: HoldingPeriod): object {
  return { holder, from, renewed, ...(until !== undefined && { until }), ...(isReleased && { released: true }) };
}

export function publishedFinding({ origin, severity, field, message, remedy }: AuditFinding): AuditFinding {
  return { origin, severity, field, message, ...(remedy !== undefined && { remedy }) };
}
