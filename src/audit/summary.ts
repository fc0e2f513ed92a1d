import { countSeverities, type SeverityCounts } from "../field/severity.ts";
import type { AuditResult } from "./result.ts";

export interface AuditSummary extends SeverityCounts {
  readonly leases: number;
  readonly candidates: number;
}

export function summarizeAudit({ objects }: AuditResult): AuditSummary {
  const leases = objects.filter(({ kind }) => kind === "Lease").length;
  return { leases, candidates: objects.length - leases, ...countSeverities(objects.flatMap(({ findings }) => findings)) };
}
