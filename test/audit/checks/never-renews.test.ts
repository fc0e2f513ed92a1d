import { leaseBy, nodeLease } from "../../harness/audit-objects.ts";
import { testCheck } from "../../harness/audit-scene.ts";

const pods = ["team-a/controller-6d4b8f7c9d-x2x4z"];
const still = leaseBy({ renewed: -31 });

testCheck("audit/never-renews", {
  reports: {
    "a pod that runs": {
      objects: [still],
      earlier: { [-30]: [still] },
      pods,
      says: /has not renewed in the 30s between the listings, longer than the term of 15s/,
    },
    "a node that exists": {
      objects: [nodeLease("worker-1", { renewed: -9000 })],
      earlier: { [-60]: [nodeLease("worker-1", { renewed: -9000 })] },
      nodes: ["worker-1"],
      says: /^the node worker-1 runs/,
    },
  },
  silent: {
    "one listing": { objects: [still], pods },
    "a pod that renews": { objects: [leaseBy()], earlier: { [-30]: [leaseBy({ renewed: -31 })] }, pods },
    "listings within one term": {
      objects: [leaseBy({ renewed: -14 })],
      earlier: { [-14]: [leaseBy({ renewed: -14 })] },
      pods,
    },
    "a pod that is gone": { objects: [still], earlier: { [-30]: [still] } },
    "another holder": { objects: [still], earlier: { [-30]: [leaseBy({ renewed: -31, holder: "other" })] }, pods },
    "a Lease that was created again": {
      objects: [leaseBy({ renewed: -31, uid: "new" })],
      earlier: { [-30]: [still] },
      pods,
    },
    "unknown pods": {
      objects: [still],
      earlier: { [-30]: [still] },
      unread: [{ resource: "pods", reason: "forbidden" }],
    },
  },
});
