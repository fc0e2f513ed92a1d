import { shorten } from "../core/field/path.ts";
import { type Severity, worstFirst } from "../core/field/severity.ts";
import { byteLength } from "../core/text/byte-length.ts";
import { ownLabel } from "../core/text/installed-name.ts";
import { pageAddress } from "../report/descriptions.ts";
import { groupBy } from "../report/group-by.ts";
import { escapeUnprintable, sanitize } from "../report/sanitize.ts";
import type { AuditedObject, AuditFinding, AuditResult } from "./result.ts";

/** A kind of report object. Each report contains the findings of one namespace. */
export interface ReportKind {
  readonly apiVersion: string;
  readonly kind: "Report" | "PolicyReport";
  readonly resource: "reports" | "policyreports";
}

/** The kinds of reports, the preferred one first. All of them have the same form. */
export const reportKinds: readonly ReportKind[] = [
  { apiVersion: "openreports.io/v1alpha1", kind: "Report", resource: "reports" },
  { apiVersion: "wgpolicyk8s.io/v1alpha2", kind: "PolicyReport", resource: "policyreports" },
  { apiVersion: "wgpolicyk8s.io/v1beta1", kind: "PolicyReport", resource: "policyreports" },
];

/** The labels of the reports. `audit` replaces and deletes only reports with these labels. */
export const reportLabels: Readonly<Record<string, string>> = {
  ...ownLabel,
  "app.kubernetes.io/component": "audit",
  "app.kubernetes.io/managed-by": "lease-guard",
};

const reportName = "lease-guard-audit";

/** The annotation with the number of findings that do not fit into the report. */
const leftOutAnnotation = "lease-guard.dev/left-out-results";

/**
 * Maximum size of the results of a report, in bytes. By default, etcd rejects requests of more than
 * 1.5 MiB.
 */
const maxBytes = 1024 * 1024;

/** Maximum length of a string from a finding, in UTF-16 code units. */
const maxLength = 1024;

const outcomes: Readonly<
  Record<Severity, { readonly result: "fail" | "warn"; readonly severity: "high" | "medium" | "info" }>
> = {
  error: { result: "fail", severity: "high" },
  warning: { result: "warn", severity: "medium" },
  info: { result: "warn", severity: "info" },
};

/** A finding in a report: an item of `results` in the schemas of Report and PolicyReport. */
export interface ReportResult {
  readonly source: string;
  readonly policy: string;
  readonly category: string;
  readonly result: "fail" | "warn";
  readonly severity: "high" | "medium" | "info";
  readonly message: string;
  readonly timestamp: { readonly seconds: number; readonly nanos: number };
  readonly resources: readonly [
    { readonly apiVersion: string; readonly kind: string; readonly namespace: string; readonly name: string },
  ];
  readonly properties: Readonly<Record<string, string>>;
}

export interface ReportObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly summary: {
    readonly pass: number;
    readonly fail: number;
    readonly warn: number;
    readonly error: number;
    readonly skip: number;
  };
  readonly results: readonly ReportResult[];
}

/**
 * Returns a report for each namespace with findings. The worst findings come first. The summary
 * counts all findings, including those that do not fit into the report. Objects without a namespace
 * are in no report.
 */
export function reportObjects(
  { objects, readAt }: AuditResult,
  { apiVersion, kind }: ReportKind,
): readonly ReportObject[] {
  const withFindings = objects.filter(({ namespace, findings }) => namespace !== "" && findings.length > 0);
  return [...groupBy(withFindings, ({ namespace }) => namespace)].map(([namespace, members]) => {
    const found = members.flatMap((object) => object.findings.map((finding) => ({ ...finding, object })));
    const sorted = worstFirst(found).map(({ object, ...finding }) => reported(object, finding, readAt.at(-1)));
    const results = fitting(sorted);
    const leftOut = sorted.length - results.length;
    const fail = sorted.filter(({ result }) => result === "fail").length;
    return {
      apiVersion,
      kind,
      metadata: {
        name: reportName,
        namespace,
        labels: reportLabels,
        ...(leftOut > 0 && { annotations: { [leftOutAnnotation]: String(leftOut) } }),
      },
      summary: { pass: 0, fail, warn: sorted.length - fail, error: 0, skip: 0 },
      results,
    };
  });
}

function reported(object: AuditedObject, finding: AuditFinding, time: Date | undefined): ReportResult {
  const { apiVersion, kind, namespace, name } = object;
  const { origin, severity, field, message, remedy } = finding;
  const milliseconds = time?.getTime() ?? 0;
  const seconds = Math.floor(milliseconds / 1000);
  const page = pageAddress(origin);
  return {
    source: "lease-guard",
    policy: shortText(origin),
    category: shortText(origin.split("/", 1)[0] ?? ""),
    ...outcomes[severity],
    message: shortText(message),
    timestamp: { seconds, nanos: (milliseconds - seconds * 1000) * 1_000_000 },
    resources: [{ apiVersion, kind, namespace, name }],
    properties: {
      ...(field !== "" && { field: shortText(field) }),
      ...(page !== undefined && { page }),
      ...(remedy !== undefined && isCopyable(remedy) && { remedy }),
    },
  };
}

/**
 * Reports whether a command fits into a report unchanged. A report contains no shortened or escaped
 * command, because a reader could copy and run it.
 */
function isCopyable(remedy: string): boolean {
  return remedy.length <= maxLength && escapeUnprintable(remedy) === remedy;
}

function shortText(text: string): string {
  return sanitize(shorten(text, maxLength));
}

function fitting(results: readonly ReportResult[]): readonly ReportResult[] {
  let left = maxBytes;
  const end = results.findIndex((result) => {
    left -= byteLength(JSON.stringify(result)) + 1;
    return left < 0;
  });
  return end === -1 ? results : results.slice(0, end);
}
