import { pathInVersion } from "../../core/api/requests.ts";
import { resources } from "../../core/api/served-versions.ts";
import { fieldMessage } from "../../core/field/error.ts";
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
import { unreadLines } from "./shown.ts";

/**
 * Formats the result of an audit as SARIF 2.1.0. An object has no file, so its location is its path
 * in the API.
 */
export const auditSarif: Report<AuditResult> = (result, context) =>
  sarifText([result], unreadLines(result, context.errors), context, () => "");

/** Formats the audits of several clusters as one run. Each location begins with the cluster. */
export const fleetSarif: Report<Fleet<AuditResult>> = ({ clusters }, context) =>
  sarifText(
    clusters,
    clusters.flatMap((result) => unreadLines(result).map((line) => `${result.cluster.name}: ${line}`)),
    context,
    ({ cluster }) => `${encodeURIComponent(cluster.name.toWellFormed())}/`,
  );

function sarifText(
  clusters: readonly AuditResult[],
  unread: readonly string[],
  { version, rulePage, errors = [] }: ReportContext,
  prefixOf: (result: AuditResult) => string,
): string {
  const all = clusters.flatMap((result) =>
    result.objects.flatMap((object) =>
      object.findings.map((finding) => ({ object, finding, prefix: prefixOf(result) })),
    ),
  );
  const found = all.slice(0, maxResults);
  const origins = new Set(found.map(({ finding }) => finding.origin));
  const ofChecks = checks.map(({ id, description, severity }) => ({ id, description, mode: modeOfSeverity(severity) }));
  const ofRules = describedOrigins().filter(({ id }) => origins.has(id));
  const rules = [...ofChecks, ...ofRules].map((each) =>
    ruleDescriptor(each, origins.has(each.id) ? rulePage(each.id) : undefined),
  );
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const results = found.map((each) => sarifResult(each, indexes.get(each.finding.origin)));
  const notifications = [
    ...errors.map((line) => ({ level: "error", message: sarifMessage(line) })),
    ...unread.filter((line) => !errors.includes(line)).map(sarifWarning),
    ...omittedResults(all.length),
  ];
  const properties = { clusters: clusters.map(({ cluster }) => publishedCluster(cluster)) };
  return sarifLog({ version, rules, executionSuccessful: errors.length === 0, notifications, results, properties });
}

interface FoundFinding {
  readonly object: AuditedObject;
  readonly finding: AuditFinding;
  /** The start of the path of the object. */
  readonly prefix: string;
}

function sarifResult({ object, finding, prefix }: FoundFinding, ruleIndex: number | undefined): object {
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
