import { apiServerLease, leaseBy, nodeLease } from "../../harness/audit-objects.ts";
import { testCheck } from "../../harness/audit-scene.ts";

/** Returns a scene with listings 15 s apart, whose last renewals have the given ages in seconds. */
const aged = (seconds: number, ...ages: readonly number[]) => {
  const at = (index: number): number => (index - ages.length + 1) * 15;
  const leases = ages.map((age, index) => leaseBy({ seconds, renewed: at(index) - age }));
  const earlier = Object.fromEntries(leases.slice(0, -1).map((lease, index) => [at(index), [lease]]));
  return { objects: leases.slice(-1), earlier };
};

testCheck("audit/renews-late", {
  reports: {
    "renewals close to the end of the term": {
      ...aged(15, 13, 12.5, 13),
      says: /^the last renewal was up to 1\ds old in 3 of 3 listings, and the term is 15s/,
    },
    "two listings": aged(15, 12, 13),
    "half of the listings": aged(15, 12, 1, 13, 2),
  },
  silent: {
    "one listing": aged(15, 13),
    "client-go, which renews every 2 s": aged(15, 2, 1, 2),
    "a client that renews after 10 s": aged(15, 10, 5, 10),
    "one late renewal": aged(15, 13, 1, 1),
    "a clock that is behind": {
      objects: [leaseBy({ renewed: -1, ahead: -4 })],
      earlier: { [-15]: [leaseBy({ renewed: -16, ahead: -4 })] },
    },
    "another holder": { objects: [leaseBy({ renewed: -13 })], earlier: { [-15]: [leaseBy({ renewed: -28, holder: "other" })] } },
    "a node, which renews every 10 s": {
      objects: [nodeLease("worker-1", { renewed: -9.5 })],
      earlier: { [-30]: [nodeLease("worker-1", { renewed: -39.5 })] },
      nodes: ["worker-1"],
    },
    "an API server": { objects: [apiServerLease("a", { renewed: -9 })], earlier: { [-30]: [apiServerLease("a", { renewed: -39 })] } },
  },
});
