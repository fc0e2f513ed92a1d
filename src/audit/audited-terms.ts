import type { Observation } from "./check.ts";
import type { AuditedTerm } from "./result.ts";

const none: readonly AuditedTerm[] = [];

/** Returns the terms of a Lease, as far as the listings show them. */
export function auditedTerms(seen: readonly Observation[]): readonly AuditedTerm[] {
  const terms: AuditedTerm[] = [];
  for (const { record } of seen) {
    const { holder, renewedMs, termEndMs } = record;
    if (holder === "" || renewedMs === undefined) continue;
    const before = terms.at(-1);
    const renewed = new Date(renewedMs);
    const until = termEndMs === undefined ? undefined : new Date(termEndMs);
    if (before?.holder === holder) terms[terms.length - 1] = { ...before, renewed, until };
    else terms.push({ holder, from: renewed, renewed, until });
  }
  return terms.length === 0 ? none : terms;
}
