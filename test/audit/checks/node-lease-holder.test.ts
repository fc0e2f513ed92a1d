import { leaseBy, nodeLease } from "../../harness/audit-objects.ts";
import { testCheck } from "../../harness/audit-scene.ts";

testCheck("audit/node-lease-holder", {
  reports: {
    "the name of another node": {
      objects: [nodeLease("worker-1", { holder: "worker-2" })],
      nodes: ["worker-1", "worker-2"],
      says: /^the holder is "worker-2", and a kubelet does not correct it: .* set the holder to "worker-1"$/,
    },
  },
  silent: {
    "its own name": { objects: [nodeLease("worker-1")], nodes: ["worker-1"] },
    "no holder": { objects: [nodeLease("worker-1", { holder: "" })], nodes: ["worker-1"] },
    "a Lease in another namespace": { objects: [leaseBy({ holder: "worker-2" })] },
  },
});
