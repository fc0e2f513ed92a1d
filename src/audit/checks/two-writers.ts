import { goQuote } from "../../core/field/go-quote.ts";
import { isKubectl } from "../../listing/spec-writers.ts";
import { type AuditCheck, managedFields, type Observation } from "../check.ts";
import { flappingGrowth, returningPair, seenHolders } from "../flapping-growth.ts";

export const twoWriters: AuditCheck = {
  id: "audit/two-writers",
  severity: "error",
  description: "only one client must renew a Lease",
  kind: "Lease",
  needs: ["a second listing"],
  uses: [managedFields],
  state: "contested",
  check(subject) {
    const { listed, seen } = subject;
    // kube-apiserver and the leader both write the Lease of a coordinated election.
    if (listed.isCoordinated) return undefined;
    const holders = returningPair(seenHolders(seen));
    if (holders !== undefined && flappingGrowth(subject) === undefined)
      return {
        field: "spec.holderIdentity",
        message: `${shown(holders)} hold the Lease in turn: give one of them another Lease`,
      };
    const managers = returningPair(managersOf(seen));
    if (managers === undefined) return undefined;
    return {
      field: "spec.renewTime",
      message: `${shown(managers)} write the Lease in turn: give one of them another Lease`,
    };
  },
};

/**
 * Returns the managers in the order of their writes. Leaves out kubectl, with which people write.
 * The order of the writes in one second is unknown, and the result has the one with which the
 * managers change least often.
 */
function managersOf(seen: readonly Observation[]): readonly string[] {
  const writes = new Map<number, Set<string>>();
  for (const { listed } of seen)
    for (const { manager, atMs } of listed.writers)
      if (!isKubectl(manager)) writes.set(atMs, (writes.get(atMs) ?? new Set()).add(manager));
  const seconds = [...writes].toSorted(([a], [b]) => a - b).map(([, managers]) => managers);
  const ordered: string[] = [];
  for (const [index, managers] of seconds.entries()) {
    const [before, after] = [ordered.at(-1), seconds[index + 1]];
    const place = (manager: string): number => (manager === before ? -1 : after?.has(manager) ? 1 : 0);
    ordered.push(...[...managers].toSorted((a, b) => place(a) - place(b)));
  }
  return ordered;
}

function shown(pair: readonly [string, string]): string {
  return pair.map((each) => goQuote(each)).join(" and ");
}
