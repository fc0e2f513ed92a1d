import { possibleChecks } from "../../../audit/audit.ts";
import type { AuditedObject, AuditedTerm, AuditFinding, AuditResult } from "../../../audit/result.ts";
import { summarizeAudit } from "../../../audit/summary.ts";
import { jsonReport } from "../../../report/json-report.ts";
import type { Report } from "../../../report/report.ts";
import { lastReadAt, leftOutChecks, shownObjects, stateOf } from "./shown.ts";

/** Formats the result of an audit as JSON. The schema is `schemas/report/v1alpha1/audit.json`. */
export const auditJson: Report<AuditResult> = (result, { version, verbose }) =>
  jsonReport("Audit", {
    version,
    readAt: result.readAt,
    summary: summarizeAudit(result),
    objects: shownObjects(result, verbose).map((object) => publishedObject(object, lastReadAt(result))),
    unread: result.unread.map(({ resource, reason }) => ({ resource, reason })),
    checks: possibleChecks(result.unread, result.readAt.length).map(({ id }) => id),
    leftOut: leftOutChecks(result),
  });

function publishedObject(object: AuditedObject, at: Date): object {
  const { apiVersion, kind, namespace, name, holder, created, renewed, terms, findings } = object;
  return {
    ...{ apiVersion, kind, namespace, name, state: stateOf(object, at) },
    ...(holder !== undefined && { holder }),
    ...(created !== undefined && { created }),
    ...(renewed !== undefined && { renewed }),
    terms: terms.map(publishedTerm),
    findings: findings.map(publishedFinding),
  };
}

function publishedTerm({ holder, from, renewed, until }: AuditedTerm): object {
  return { holder, from, renewed, ...(until !== undefined && { until }) };
}

function publishedFinding({ origin, severity, field, message, remedy }: AuditFinding): AuditFinding {
  return { origin, severity, field, message, ...(remedy !== undefined && { remedy }) };
}
