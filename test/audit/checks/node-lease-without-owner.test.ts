import { expect, it } from "vitest";
import { leaseBy, nodeLease } from "../../harness/audit-objects.ts";
import { auditScene, testCheck } from "../../harness/audit-scene.ts";

testCheck("audit/node-lease-without-owner", {
  reports: {
    "a Lease without an owner": {
      objects: [nodeLease("worker-1", { metadata: { ownerReferences: [] } })],
      nodes: ["worker-1"],
      says: /set the owner in the program that renews/,
    },
    "a Lease without an owner that no kubelet renews": {
      objects: [nodeLease("worker-1", { renewed: -9000, metadata: { ownerReferences: [] } })],
      nodes: ["worker-1"],
      says: /delete the Lease, or start the kubelet/,
    },
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

it.each([
  ["only if no kubelet renews the Lease", -9000, 1],
  ["not if a kubelet renews the Lease", -1, 0],
])("contains a command that deletes the Lease, %s", (_, renewed, commands) => {
  const { result } = auditScene({
    objects: [nodeLease("worker-1", { renewed, metadata: { ownerReferences: [] } })],
    nodes: ["worker-1"],
  });
  const remedies = result.objects.flatMap(({ findings }) => findings.flatMap(({ remedy }) => remedy ?? []));
  expect(remedies.filter((remedy) => remedy.includes("/leases/worker-1 "))).toHaveLength(commands);
});
