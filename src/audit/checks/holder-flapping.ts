import { goQuote } from "../../core/field/go-quote.ts";
import type { AuditCheck } from "../check.ts";
import { flappingGrowth, returningPair, seenHolders } from "../flapping-growth.ts";

export const holderFlapping: AuditCheck = {
  id: "audit/holder-flapping",
  severity: "warning",
  description: "the holder of a Lease must not change twice between the listings",
  kind: "Lease",
  needs: ["a second listing"],
  state: "contested",
  check(subject) {
    const { listed, seen } = subject;
    // In a coordinated election, kube-apiserver does not count the transitions.
    const pair = listed.isCoordinated ? returningPair(seenHolders(seen)) : undefined;
    if (pair !== undefined) {
      const [again, between] = pair.map((holder) => goQuote(holder));
      const message = `${again} lost the Lease to ${between} and took it over again between the listings: read the logs of its clients`;
      return { field: "spec.holderIdentity", message };
    }
    const grown = flappingGrowth(subject);
    if (grown === undefined) return undefined;
    const message = `leaseTransitions grew by ${grown} between the listings: no client keeps the Lease, so read the logs of its clients`;
    return { field: "spec.leaseTransitions", message };
  },
};
