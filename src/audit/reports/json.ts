import type { ClusterIdentity } from "../../listing/cluster-identity.ts";
import { jsonText, reportOfKind } from "../../report/json-report.ts";
import type { Report, ReportContext } from "../../report/report.ts";
import { possibleChecks } from "../audit.ts";
import type { AuditedObject, AuditFinding, AuditResult, HoldingPeriod } from "../result.ts";
import { summarizeAudit } from "../result.ts";
import { lastReadAt, leftOutChecks, shownObjects, stateOf } from "./shown.ts";

/** Formats the result of an audit as JSON. The schema is `schemas/report/v1alpha1/audit.json`. */
export const auditJson: Report<AuditResult> = (result, context) => `${jsonText(publishedAudit(result, context))}\n`;

/** Returns the report about a cluster, which can be an item of a list. */
export function publishedAudit(result: AuditResult, { version, verbose }: ReportContext): object {
  return reportOfKind("Audit", {
    version,
    cluster: publishedCluster(result.cluster),
    readAt: result.readAt,
    ...(result.recorded !== undefined && { recorded: { from: result.recorded.from, to: result.recorded.to } }),
    summary: summarizeAudit(result),
    objects: shownObjects(result, verbose).map((object) => publishedObject(object, lastReadAt(result))),
    unread: result.unread.map(({ resource, reason }) => ({ resource, reason })),
    checks: possibleChecks(result.unread, result.readAt.length).map(({ id }) => id),
    leftOut: leftOutChecks(result),
  });
}

export function publishedCluster({ name, server, context, uid, files }: ClusterIdentity): ClusterIdentity {
  return {
    name,
    ...(server !== undefined && { server }),
    ...(context !== undefined && { context }),
    ...(uid !== undefined && { uid }),
    ...(files !== undefined && { files }),
  };
}

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
