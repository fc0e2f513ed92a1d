import type { Suppression } from "../../config/config.ts";
import { pathInVersion } from "../../core/api/requests.ts";
import { resources } from "../../core/api/served-versions.ts";
import { fieldMessage } from "../../core/field/error.ts";
import { isoSecond } from "../../core/text/time.ts";
import { modeOfSeverity } from "../../policy/policy.ts";
import { describedOrigins } from "../../report/descriptions.ts";
import type { Report, ReportContext } from "../../report/report.ts";
import {
  levelOfSeverity,
  maxResults,
  omittedResults,
  sarifLog,
  sarifMessage,
  sarifWarning,
} from "../../report/sarif-log.ts";
import { ruleDescriptor } from "../../report/sarif-rules.ts";
import { checks } from "../checks.ts";
import type { Fleet } from "../fleet/fleet.ts";
import type { AuditedObject, AuditFinding, AuditResult } from "../result.ts";
import { publishedCluster } from "./json.ts";
import { noteLines } from "./shown.ts";

/**
 * Formats the result of an audit as SARIF 2.1.0. An object has no file, so its location is its path
 * in the API.
 */
export const auditSarif: Report<AuditResult> = (result, context) =>
  sarifText([result], noteLines(result, context.errors), context, () => "");

/** Formats the audits of several clusters as one run. Each location begins with the cluster. */
export const fleetSarif: Report<Fleet<AuditResult>> = ({ clusters }, context) =>
  sarifText(
    clusters,
    clusters.flatMap((result) => noteLines(result).map((line) => `${result.cluster.name}: ${line}`)),
    context,
    ({ cluster }) => `${encodeURIComponent(cluster.name.toWellFormed())}/`,
  );

function sarifText(
  clusters: readonly AuditResult[],
  notes: readonly string[],
  { version, rulePage, errors = [] }: ReportContext,
  prefixOf: (result: AuditResult) => string,
): string {
  const all = clusters.flatMap((result) => foundIn(result, prefixOf(result)));
  const hasBaseline = clusters.some(({ baseline }) => baseline !== undefined);
  const hasSuppressions = all.some(({ suppression }) => suppression !== undefined);
  const found = all.slice(0, maxResults);
  const origins = new Set(found.map(({ finding }) => finding.origin));
  const ofChecks = checks.map(({ id, description, severity }) => ({ id, description, mode: modeOfSeverity(severity) }));
  const ofRules = describedOrigins().filter(({ id }) => origins.has(id));
  const rules = [...ofChecks, ...ofRules].map((each) =>
    ruleDescriptor(each, origins.has(each.id) ? rulePage(each.id) : undefined),
  );
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const results = found.map((each) => ({
    ...sarifResult(each, indexes.get(each.finding.origin)),
    ...(hasBaseline && { baselineState: each.finding.isKnown ? "unchanged" : "new" }),
    // SARIF requires this field for all results or for none.
    ...(hasSuppressions && {
      suppressions: each.suppression === undefined ? [] : [sarifSuppression(each.suppression)],
    }),
  }));
  const notifications = [
    ...errors.map((line) => ({ level: "error", message: sarifMessage(line) })),
    ...notes.filter((line) => !errors.includes(line)).map(sarifWarning),
    ...omittedResults(all.length),
  ];
  const properties = { clusters: clusters.map(({ cluster }) => publishedCluster(cluster)) };
  return sarifLog({ version, rules, executionSuccessful: errors.length === 0, notifications, results, properties });
}

interface Found {
  readonly object: AuditedObject;
  readonly finding: AuditFinding;
  readonly suppression?: Suppression;
  /** The start of the path of the object. */
  readonly prefix: string;
}

function foundIn({ objects }: AuditResult, prefix: string): readonly Found[] {
  return [
    ...objects.flatMap((object) => object.findings.map((finding): Found => ({ object, finding, prefix }))),
    ...objects.flatMap((object) =>
      (object.suppressed ?? []).map(({ suppression, ...finding }): Found => ({ object, finding, suppression, prefix })),
    ),
  ];
}

function sarifSuppression({ reason, owner, expires }: Suppression): object {
  const justification = `${reason} (${owner}, until ${isoSecond(expires)})`;
  return { kind: "external", status: "accepted", justification };
}

function sarifResult({ object, finding, prefix }: Found, ruleIndex: number | undefined): object {
  const path = `${prefix}${pathInVersion({ ...object, resource: resources[object.kind] })}`;
  return {
    ruleId: finding.origin,
    ruleIndex,
    level: levelOfSeverity[finding.severity],
    message: sarifMessage(fieldMessage(finding)),
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: path }, region: { startLine: 1 } },
        logicalLocations: [{ name: object.name, fullyQualifiedName: path, kind: "object" }],
      },
    ],
    partialFingerprints: { "leaseGuardAudit/v1": `${finding.origin} ${finding.field} ${path}` },
  };
}
