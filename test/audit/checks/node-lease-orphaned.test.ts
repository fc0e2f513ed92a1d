import { leaseBy, nodeLease } from "../../harness/audit-objects.ts";
import { testCheck } from "../../harness/audit-scene.ts";

testCheck("audit/node-lease-orphaned", {
  reports: {
    "a Lease whose Node is gone": {
      objects: [nodeLease("worker-9", { renewed: -9000 })],
      nodes: ["worker-1"],
      says: /delete the Lease$/,
    },
    "a Lease that a kubelet renews without a Node": {
      objects: [nodeLease("worker-9")],
      nodes: ["worker-1"],
      says: /a kubelet renews/,
    },
    "a Lease without an owner and without a Node": {
      objects: [nodeLease("worker-9", { metadata: { ownerReferences: [] } })],
    },
    "a machine of Cluster API whose Node is gone": { objects: [nodeLease("md-6d4b8f7c9d-x2x4z", { renewed: -9000 })] },
    "a Lease without a spec": { objects: [nodeLease("worker-9", { holder: "", renewed: -9000 })] },
  },
  silent: {
    "a node": { objects: [nodeLease("worker-1")], nodes: ["worker-1"] },
    "a node that is down": { objects: [nodeLease("worker-1", { renewed: -9000 })], nodes: ["worker-1"] },
    "a Lease of another namespace": { objects: [leaseBy({ name: "worker-9" })] },
    "unknown nodes": {
      objects: [nodeLease("worker-9", { renewed: -9000 })],
      unread: [{ resource: "nodes", reason: "forbidden" }],
    },
  },
});
