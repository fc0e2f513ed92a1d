import { leaseBy, nodeLease } from "../../harness/audit-objects.ts";
import { testCheck } from "../../harness/audit-scene.ts";

testCheck("audit/node-lease-without-owner", {
  reports: {
    "a Lease without an owner": { objects: [nodeLease("worker-1", { metadata: { ownerReferences: [] } })], nodes: ["worker-1"] },
    "unknown nodes": {
      objects: [nodeLease("worker-1", { metadata: { ownerReferences: [] } })],
      unread: [{ resource: "nodes", reason: "forbidden" }],
    },
  },
  silent: {
    "a Lease with an owner": { objects: [nodeLease("worker-1")], nodes: ["worker-1"] },
    "a Lease of another namespace": { objects: [leaseBy({ metadata: { ownerReferences: [] } })] },
  },
});
