import { countSeverities, type SeverityCounts } from "../field/severity.ts";
import type { AuditResult } from "./result.ts";

/** The number of objects of each kind, and the number of findings of each severity. */
export interface AuditSummary extends SeverityCounts {
  readonly leases: number;
  readonly candidates: number;
}

/** Counts the objects and the findings of an audit. */
export function summarizeAudit({ objects }: AuditResult): AuditSummary {
  const leases = objects.filter(({ kind }) => kind === "Lease").length;
  return { leases, candidates: objects.length - leases, ...countSeverities(objects.flatMap(({ findings }) => findings)) };
}
