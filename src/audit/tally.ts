import type { AuditedObject, AuditFinding, AuditSeverity } from "./result.ts";

/** All severities, the worst first. */
export const severities: readonly AuditSeverity[] = ["error", "warning", "info"];

/** The numbers of an audit. */
export interface AuditTally {
  readonly objects: number;
  /** The number of objects without errors and warnings. */
  readonly healthy: number;
  /** The number of findings. */
  readonly findings: Readonly<Record<AuditSeverity, number>>;
}

/** Counts objects and their findings. */
export function tallyOf(objects: readonly AuditedObject[]): AuditTally {
  const findings = { error: 0, warning: 0, info: 0 };
  let healthy = 0;
  for (const object of objects) {
    for (const { severity } of object.findings) findings[severity]++;
    if (object.findings.every(({ severity }) => severity === "info")) healthy++;
  }
  return { objects: objects.length, healthy, findings };
}

/** Sorts findings by severity, the worst first. Findings of one severity keep their order. */
export function worstFirst(findings: readonly AuditFinding[]): readonly AuditFinding[] {
  return findings.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}
