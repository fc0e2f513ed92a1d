import { leaseBy } from "../../harness/audit-objects.ts";
import { testCheck } from "../../harness/audit-scene.ts";

const taken = (before: number, after: number, uid?: string) => ({
  objects: [leaseBy({ transitions: after, ...(uid !== undefined && { uid }) })],
  earlier: { [-30]: [leaseBy({ transitions: before, renewed: -31, holder: "other" })] },
});

testCheck("audit/holder-flapping", {
  reports: { "two takeovers": { ...taken(3, 5), says: /^leaseTransitions grew by 2/ } },
  silent: {
    "one takeover": taken(3, 4),
    "no takeover": taken(3, 3),
    "a count that was reset": taken(30, 0),
    "a Lease that was created again": taken(0, 5, "new"),
  },
});
