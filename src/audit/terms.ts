import type { AuditRecord } from "./record.ts";

/** An hour in milliseconds. */
export const hourMs = 3_600_000;

/** A minute in milliseconds. */
const minuteMs = 60_000;

/** The number of lease terms after which a holder that has not renewed will probably not renew. */
const staleTerms = 10;

/**
 * Returns the end of the lease term in milliseconds since 1970. Returns undefined if there is no
 * holder, no renewal, or no duration.
 */
export function termEnd({ holder, renewedMs, durationMs }: AuditRecord): number | undefined {
  return holder === "" || renewedMs === undefined || durationMs === undefined ? undefined : renewedMs + durationMs;
}

/**
 * Reports whether the lease term expired more than 10 terms and more than five minutes ago. A
 * holder that was only slow has renewed by then.
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
