import { leaseBy, stamp, uuid } from "../../harness/audit-objects.ts";
import { podBy } from "../../harness/audit-pods.ts";
import { testCheck } from "../../harness/audit-scene.ts";

const [a, b, sibling] = ["zone-a-6d4b8f7c9d-x2x4z", "zone-b-7c9d6b5f4d-kx9wz", "zone-a-6d4b8f7c9d-mq2vd"];
const named = { namespace: "kube-system", name: "cluster-autoscaler" };
const heldBy = (pod: string, renewed = -1.5): object => leaseBy({ ...named, holder: `${pod}_${uuid}`, renewed });
const pod = (name: string, created = -7200): object => podBy({ namespace: "kube-system", name, created });
const led = (name: string): object => ({
  apiVersion: "v1",
  kind: "Event",
  involvedObject: { kind: "Lease", ...named },
  message: `${name}_${uuid} became leader`,
  lastTimestamp: stamp(-600),
});

testCheck("audit/lock-shared", {
  reports: {
    "pods of two workloads that hold a Lease in turn": {
      objects: [heldBy(a)],
      earlier: { [-60]: [heldBy(a, -61)], [-30]: [heldBy(b, -31)] },
      pods: [pod(a), pod(b)],
      says: /^pods of kube-system\/zone-a and kube-system\/zone-b hold the Lease in turn, /,
    },
    "a takeover by a pod of another workload": {
      objects: [heldBy(b)],
      earlier: { [-30]: [heldBy(a, -31)] },
      pods: [pod(a), pod(b)],
    },
    "a Lease without a holder, which pods of two workloads held according to events": {
      objects: [leaseBy({ ...named, holder: "", seconds: 1, renewed: -30 })],
      events: [led(a), led(b)],
      pods: [pod(a), pod(b)],
    },
  },
  silent: {
    "a takeover by a pod of the same workload": {
      objects: [heldBy(sibling)],
      earlier: { [-30]: [heldBy(a, -31)] },
      pods: [pod(a), pod(sibling)],
    },
    "a workload that replaces another": {
      objects: [heldBy(b)],
      earlier: { [-30]: [heldBy(a, -31)] },
      pods: [pod(a), pod(b, -300)],
    },
    "a workload whose pods are gone": {
      objects: [heldBy(b)],
      earlier: { [-30]: [heldBy(a, -31)] },
      pods: [pod(b)],
    },
    "two ReplicaSets of a Rollout of Argo": {
      objects: [heldBy("web-7c9d6b5f4d-kx9wz")],
      earlier: { [-30]: [heldBy("web-6d4b8f7c9d-x2x4z", -31)] },
      pods: ["web-6d4b8f7c9d-x2x4z", "web-7c9d6b5f4d-kx9wz"].map((name) =>
        podBy({ namespace: "kube-system", name, controller: `ReplicaSet/x-${name.slice(0, 14)}` }),
      ),
    },
    "two pods with no controller, whose names differ only in the number": {
      objects: [heldBy("web-1")],
      earlier: { [-30]: [heldBy("web-0", -31)] },
      pods: [pod("web-0"), pod("web-1")],
    },
    "one holder": { objects: [heldBy(a)], earlier: { [-30]: [heldBy(a, -31)] }, pods: [pod(a), pod(b)] },
    "unknown pods": {
      objects: [heldBy(b)],
      earlier: { [-30]: [heldBy(a, -31)] },
      unread: [{ resource: "pods", reason: "forbidden" }],
    },
  },
});
