import type { AuditRecord } from "./record.ts";

/** An hour in milliseconds. */
export const hourMs = 3_600_000;

/** A minute in milliseconds. */
const minuteMs = 60_000;

/** The number of terms after which a holder that has not renewed will not renew. */
const staleTerms = 10;

/** Returns the end of the lease term, or undefined without a holder, a renewal, or a duration. */
export function termEnd({ holder, renewedMs, durationMs }: AuditRecord): number | undefined {
  return holder === "" || renewedMs === undefined || durationMs === undefined ? undefined : renewedMs + durationMs;
}

/**
 * Reports whether the lease term expired at least 10 terms and five minutes ago. A holder that was
 * only slow has renewed by then.
 */
export function isLongExpired(record: AuditRecord, nowMs: number): boolean {
  const end = termEnd(record);
  return end !== undefined && nowMs - end > Math.max(staleTerms * (record.durationMs ?? 0), 5 * minuteMs);
}

/** Reports whether a client holds a Lease whose term has not expired. */
export function isHeldAt(record: AuditRecord, nowMs: number): boolean {
  const end = termEnd(record);
  return end !== undefined && end >= nowMs;
}
