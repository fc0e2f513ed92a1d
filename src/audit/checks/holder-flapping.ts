import type { Check } from "../check.ts";

export const holderFlapping: Check = {
  id: "audit/holder-flapping",
  severity: "warning",
  description: "the holder of a Lease must not change twice between the listings",
  kind: "Lease",
  needs: ["a second listing"],
  check({ record, seen }) {
    const before = seen[0]?.record.transitions ?? record.transitions;
    const grown = record.transitions - before;
    if (grown < 2) return undefined;
    const message = `leaseTransitions grew by ${grown} between the listings: no client keeps the Lease, so read the logs of its clients`;
    return { field: "spec.leaseTransitions", message };
  },
};
