import type { ClusterIdentity } from "../../listing/cluster-identity.ts";
import { jsonText, reportOfKind } from "../../report/json-report.ts";
import type { Report, ReportContext } from "../../report/report.ts";
import { possibleChecks } from "../possible-checks.ts";
import type {
  AuditedObject,
  AuditFinding,
  AuditResult,
  GoneFinding,
  HoldingPeriod,
  Selection,
  SuppressedFinding,
} from "../result.ts";
import { summarizeAudit } from "../result.ts";
import { lastReadAt, leftOutChecks, stateOf } from "./shown.ts";

/** Formats the result of an audit as JSON. The schema is `schemas/report/v1alpha1/audit.json`. */
export const auditJson: Report<AuditResult> = (result, context) => `${jsonText(publishedAudit(result, context))}\n`;

/** Returns the report about a cluster, which can be an item of a list. */
export function publishedAudit(result: AuditResult, { version, verbose }: ReportContext): object {
  return reportOfKind("Audit", {
    version,
    cluster: publishedCluster(result.cluster),
    readAt: result.readAt,
    ...publishedSelection(result.selection),
    ...(result.recorded !== undefined && { recorded: { from: result.recorded.from, to: result.recorded.to } }),
    summary: summarizeAudit(result),
    objects: result.objects
      .filter(({ findings, suppressed = [] }) => verbose || findings.length + suppressed.length > 0)
      .map((object) => publishedObject(object, lastReadAt(result))),
    ...publishedCoverage(result),
    ...(result.baseline !== undefined && {
      baseline: { readAt: result.baseline.readAt, gone: result.baseline.gone.map(publishedGone) },
    }),
  });
}

/** Returns what an audit did not read, the checks that ran, and those that did not. */
export function publishedCoverage(result: AuditResult): object {
  return {
    unread: result.unread.map(({ resource, reason }) => ({ resource, reason })),
    checks: possibleChecks(result).map(({ id }) => id),
    leftOut: leftOutChecks(result),
    notes: result.notes ?? [],
  };
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

/** Returns the field `selection`, or no field for a report with all findings. */
function publishedSelection({ namespace, severity, checks }: Selection = {}): object {
  if (namespace === undefined && severity === undefined && checks === undefined) return {};
  return {
    selection: {
      ...(namespace !== undefined && { namespace }),
      ...(severity !== undefined && { severity }),
      ...(checks !== undefined && { checks }),
    },
  };
}

function publishedGone({ kind, namespace, name, origin, severity, field, message }: GoneFinding): GoneFinding {
  return { kind, namespace, name, origin, severity, field, message };
}

function publishedObject(object: AuditedObject, at: Date): object {
  const { apiVersion, kind, namespace, name, holder, created, renewed, recordedHoldingPeriods, findings } = object;
  const { suppressed = [] } = object;
  return {
    ...{ apiVersion, kind, namespace, name, state: stateOf(object, at) },
    ...(holder !== undefined && { holder }),
    ...(created !== undefined && { created }),
    ...(renewed !== undefined && { renewed }),
    holdingPeriods: object.holdingPeriods.map(publishedPeriod),
    ...(recordedHoldingPeriods !== undefined && { recordedHoldingPeriods }),
    findings: findings.map(publishedFinding),
    ...(suppressed.length > 0 && { suppressed: suppressed.map(publishedSuppressed) }),
  };
}

export function publishedSuppressed({ suppression, ...finding }: SuppressedFinding): object {
  const { reason, owner, expires } = suppression;
  return { ...publishedFinding(finding), reason, owner, expires };
}

function publishedPeriod({ holder, from, renewed, until, isReleased }: HoldingPeriod): object {
  return { holder, from, renewed, ...(until !== undefined && { until }), ...(isReleased && { released: true }) };
}

export function publishedFinding({ origin, severity, field, message, remedy, isKnown }: AuditFinding): object {
  return {
    ...{ origin, severity, field, message },
    ...(remedy !== undefined && { remedy }),
    ...(isKnown && { known: true }),
  };
}
