import { type AuditCheck, type AuditNeed, auditLog } from "./check.ts";
import { checks } from "./checks.ts";
import type { AuditResult } from "./result.ts";

/** What an audit has read. */
export type AuditedInputs = Pick<AuditResult, "unread" | "readAt" | "recorded">;

/** Returns the checks that can run. */
export function possibleChecks(inputs: AuditedInputs): readonly AuditCheck[] {
  return checks.filter(({ needs }) => needs.every((need) => isMet(need, inputs)));
}

function isMet(need: AuditNeed, { unread, readAt, recorded }: AuditedInputs): boolean {
  if (need === "a second listing") return readAt.length > 1;
  if (need === auditLog) return recorded?.showsRequests === true;
  return unread.every(({ resource }) => resource !== need);
}
