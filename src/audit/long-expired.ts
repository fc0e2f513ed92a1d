import { minuteMs } from "../core/text/duration.ts";
import type { ListedObject } from "./listed-object.ts";

/** The number of lease terms after which a holder that has not renewed will probably not renew. */
const staleTerms = 10;

/**
 * Reports whether the lease term expired more than 10 lease terms and more than five minutes ago. A
 * holder that was only slow has renewed by then.
 */
export function isLongExpired({ termEndMs, durationMs = 0 }: ListedObject, nowMs: number): boolean {
  return termEndMs !== undefined && nowMs - termEndMs > Math.max(staleTerms * durationMs, 5 * minuteMs);
}
