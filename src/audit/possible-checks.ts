import { candidateResource } from "../listing/read-cluster.ts";
import { type AuditCheck, type AuditNeed, auditLog, managedFields } from "./check.ts";
import { checks } from "./checks.ts";
import type { AuditResult } from "./result.ts";

/** What an audit has read. */
export type AuditedInputs = Pick<AuditResult, "unread" | "readAt" | "recorded" | "hasManagedFields" | "hasCandidates">;

/** Returns the checks that can run. */
export function possibleChecks(inputs: AuditedInputs): readonly AuditCheck[] {
  return checks.filter((check) => isPossible(check, inputs));
}

export function isPossible({ needs }: AuditCheck, inputs: AuditedInputs): boolean {
  return needs.every((need) => isMet(need, inputs));
}

function isMet(need: AuditNeed, inputs: AuditedInputs): boolean {
  const { unread, readAt, recorded } = inputs;
  if (need === managedFields) return inputs.hasManagedFields;
  if (need === candidateResource) return inputs.hasCandidates;
  if (need === "a second listing") return readAt.length > 1;
  if (need === auditLog) return recorded?.showsRequests === true;
  return unread.every(({ resource }) => resource !== need);
}
