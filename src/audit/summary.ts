import type { AuditResult, AuditSeverity } from "./result.ts";

/** The numbers of an audit. */
export interface AuditSummary {
  readonly leases: number;
  readonly candidates: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
}

/** Counts the objects and the findings of an audit. */
export function summarizeAudit({ objects }: AuditResult): AuditSummary {
  const findings = objects.flatMap((object) => object.findings);
  const of = (severity: AuditSeverity): number => findings.filter((finding) => finding.severity === severity).length;
  const leases = objects.filter(({ kind }) => kind === "Lease").length;
  return { leases, candidates: objects.length - leases, errors: of("error"), warnings: of("warning"), infos: of("info") };
}

/** The severities, from the worst to the least. */
export const severities: readonly AuditSeverity[] = ["error", "warning", "info"];
