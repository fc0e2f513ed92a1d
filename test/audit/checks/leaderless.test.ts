import { expect, it } from "vitest";
import { apiServerLease, type LeaseParts, leaseBy, nodeLease, stamp, uuid } from "../../harness/audit-objects.ts";
import { type PodParts, podBy } from "../../harness/audit-pods.ts";
import { findingsOf, testCheck } from "../../harness/audit-scene.ts";

const oldPod = "controller-7c9d6b5f4d-kx9wz";

/** Returns a Lease as client-go releases it. */
function released(parts: LeaseParts = {}): object {
  const lease = { holder: "", seconds: 1, renewed: -3600, manager: "controller", ...parts };
  return leaseBy(lease);
}

function electionEvent(seconds: number, message: string): object {
  return {
    apiVersion: "v1",
    kind: "Event",
    reason: "LeaderElection",
    involvedObject: { kind: "Lease", namespace: "team-a", name: "controller" },
    message,
    lastTimestamp: stamp(seconds),
  };
}

/** A pod of a new version, which started after the Lease was held for the last time. */
const newPod: PodParts = { created: -1800 };

/** Without the nodes, audit/holder-gone does not report a holder that is gone. */
const withoutNodes = { unread: [{ resource: "nodes", reason: "forbidden" }] };

const led = electionEvent(-3700, `controller-6d4b8f7c9d-b7b8c_${uuid} became leader`);

testCheck("audit/leaderless", {
  reports: {
    "an expired Lease whose holder is gone, while another pod of its version runs": {
      objects: [leaseBy({ renewed: -9000 })],
      pods: [podBy()],
      says: /^the term expired 2h29m ago, and 1 ready pod of team-a\/controller does not take over: read the log of team-a\/controller-6d4b8f7c9d-b7b8c, and restart the pod; evidence: the holder has the name of a pod of the workload, and the last holder was a pod of the same version$/,
    },
    "a term that expired more than a minute ago": { objects: [leaseBy({ renewed: -76.5 })], pods: [podBy()] },
    "a long term that expired more than three terms ago": {
      objects: [leaseBy({ seconds: 137, renewed: -549 })],
      pods: [podBy()],
    },
    "a pod of a new version that the arguments let elect": {
      objects: [leaseBy({ renewed: -9000, holder: `${oldPod}_${uuid}` })],
      pods: [podBy({ ...newPod, args: ["--leader-elect"] })],
      says: /arguments of pods switch leader election on/,
    },
    "a pod of another version that waited for the holder": {
      objects: [leaseBy({ renewed: -9000, holder: `${oldPod}_${uuid}` })],
      pods: [podBy({ created: -20_000 })],
      says: /pods are older than the last renewal/,
    },
    "a holder with a suffix of its own, which is gone": {
      objects: [
        leaseBy({
          renewed: -9000,
          namespace: "kube-system",
          holder: "controller-6d4b8f7c9d-x2x4z-external-cert-manager-controller",
        }),
      ],
      pods: [podBy({ namespace: "cert-manager" })],
    },
    "a Lease of a program that holds another Lease": {
      objects: [leaseBy({ renewed: -9000 }), leaseBy({ name: "other", holder: `controller-6d4b8f7c9d-b7b8c_${uuid}` })],
      pods: [podBy()],
    },
    "a Lease whose name ends with that of its host": {
      objects: [leaseBy({ name: "my-controller", holder: `controller_${uuid}`, renewed: -9000 })],
      pods: [podBy()],
    },
    "one of several Leases, while only one of two other pods holds one": {
      objects: [
        leaseBy({ name: "shard-1", renewed: -9000 }),
        leaseBy({ name: "shard-2", holder: `controller-6d4b8f7c9d-b7b8c_${uuid}` }),
      ],
      pods: [podBy(), podBy({ name: "controller-6d4b8f7c9d-mq2vd" })],
    },
    "a released Lease of pods that led according to an event": {
      objects: [released({ manager: "manager" })],
      pods: [podBy(newPod)],
      events: [led],
      says: /^the holder released the Lease 1h ago, .*evidence: the leader in an event is a pod of the workload, /,
    },
    "a released Lease of two pods with the name of its manager": {
      objects: [released({ name: "c1f6bfd2.example.com" })],
      pods: [podBy(), podBy({ name: "controller-6d4b8f7c9d-mq2vd" })],
      says: /and 2 ready pods of team-a\/controller do not take over: .* restart these pods; evidence: .*; unknown: another program can have the same names$/,
    },
    "a Lease of kube-vip that a node has released": {
      objects: [released({ namespace: "kube-system", name: "plndr-svcs-lock", manager: "kube-vip" })],
      pods: [
        podBy({
          ...{ namespace: "kube-system", name: "kube-vip-x2x4z", controller: "DaemonSet/kube-vip" },
          container: "kube-vip",
        }),
      ],
    },
    "a static pod whose node is gone": {
      objects: [leaseBy({ namespace: "kube-system", name: "kube-scheduler", holder: `cp-9_${uuid}`, renewed: -9000 })],
      pods: [podBy({ namespace: "kube-system", name: "kube-scheduler-cp-1", controller: "Node/cp-1" })],
      nodes: ["cp-1"],
    },
    "a Lease that its Deployment owns": {
      objects: [
        released({
          name: "lock",
          manager: "manager",
          metadata: { ownerReferences: [ownerOf("Deployment", "controller")] },
        }),
      ],
      pods: [podBy()],
      says: /evidence: the owner of the Lease is the Deployment controller/,
    },
  },
  silent: {
    "a Lease that a client holds": { objects: [leaseBy()], pods: [podBy()] },
    "a term that expired less than a minute ago": { objects: [leaseBy({ renewed: -74 })], pods: [podBy()] },
    "a long term that expired less than three terms ago": {
      objects: [leaseBy({ seconds: 137, renewed: -547 })],
      pods: [podBy()],
    },
    "a holder whose clock is behind": {
      objects: [leaseBy({ renewed: -3, ahead: -250 })],
      pods: [podBy()],
    },
    "a Lease released less than a minute ago": { objects: [released({ renewed: -59 })], pods: [podBy()] },
    "a program that is scaled to zero": { objects: [released()], pods: [podBy({ name: "other-6d4b8f7c9d-b7b8c" })] },
    "pods that are not ready": { objects: [released()], pods: [podBy({ isReady: false })] },
    "a pod that started less than a minute ago": {
      objects: [released()],
      pods: [podBy({ created: -59 })],
      events: [led],
    },
    "pods without election, by a flag": { objects: [released()], pods: [podBy({ args: ["--leader-elect=false"] })] },
    "pods without election, by a flag that disables it": {
      objects: [released()],
      pods: [podBy({ args: ["--v=2", "--disable-leader-election"] })],
    },
    "pods without election, by a variable": {
      objects: [released()],
      pods: [podBy({ env: [{ name: "LEADER_ELECT", value: "false" }] })],
    },
    "pods without election, in a shell": {
      objects: [released()],
      pods: [podBy({ args: ["-c", "exec manager --enable-leader-election=false"] })],
    },
    "a new version that possibly has no election": { objects: [released()], pods: [podBy(newPod)] },
    "a new version that started while the old version was the holder": {
      objects: [released()],
      pods: [podBy({ created: -3640 })],
    },
    "a new version with another Lease": {
      objects: [released(), leaseBy({ name: "renamed", holder: `controller-6d4b8f7c9d-b7b8c_${uuid}` })],
      pods: [podBy({ ...newPod, args: ["--leader-elect"] })],
    },
    "a leader that an event shows after the listing": {
      objects: [leaseBy({ renewed: -76.5 })],
      pods: [podBy()],
      events: [electionEvent(1, `controller-6d4b8f7c9d-b7b8c_${uuid} became leader`)],
    },
    "a Lease that no client has ever held": {
      objects: [leaseBy({ holder: "", spec: { renewTime: undefined, leaseDurationSeconds: undefined } })],
      pods: [podBy()],
    },
    "a lock of an operation, which has no duration": {
      objects: [released({ spec: { leaseDurationSeconds: undefined } })],
      pods: [podBy()],
    },
    "a lock of an operation, which keeps its duration": { objects: [released({ seconds: 60 })], pods: [podBy()] },
    "a state of Terraform": {
      objects: [
        released({ name: "lock-tfstate-default-web", manager: "HashiCorp", spec: { leaseDurationSeconds: undefined } }),
      ],
      pods: [podBy({ name: "hashicorp-6d4b8f7c9d-b7b8c" })],
    },
    "a lock of Longhorn for the start of its webhooks": {
      objects: [
        released({ namespace: "longhorn-system", name: "longhorn-manager-webhook-lock", manager: "longhorn-manager" }),
      ],
      pods: [
        podBy({
          ...{ namespace: "longhorn-system", name: "longhorn-manager-x2x4z", controller: "DaemonSet/longhorn-manager" },
          container: "longhorn-manager",
        }),
      ],
    },
    "a lock of Cilium for a Service that is gone": {
      objects: [released({ namespace: "kube-system", name: "cilium-l2announce-default-web", manager: "cilium-agent" })],
      pods: [
        podBy({
          ...{ namespace: "kube-system", name: "cilium-x2x4z", controller: "DaemonSet/cilium" },
          container: "cilium-agent",
        }),
      ],
    },
    "a lock of one object by a program that holds another Lease": {
      objects: [
        released({ name: "object-1" }),
        leaseBy({ name: "leader", holder: `controller-6d4b8f7c9d-b7b8c_${uuid}` }),
      ],
      pods: [podBy()],
    },
    "the heartbeat of a replica, with the name of its pod": {
      objects: [leaseBy({ name: oldPod, holder: oldPod, renewed: -9000 })],
      pods: [podBy({ name: "controller-7c9d6b5f4d-b7b8c" })],
      ...withoutNodes,
    },
    "the heartbeat of a replica, whose name ends with the name of its pod": {
      objects: [leaseBy({ name: `heartbeat-${oldPod}`, holder: `${oldPod}_${uuid}`, renewed: -9000 })],
      pods: [podBy({ name: "controller-7c9d6b5f4d-b7b8c" })],
      ...withoutNodes,
    },
    "the heartbeat of a host": {
      objects: [leaseBy({ name: "edge", holder: `edge_${uuid}`, renewed: -9000 })],
      pods: [podBy({ container: "controller" })],
      ...withoutNodes,
    },
    "the heartbeat of a server of Konnectivity": {
      objects: [leaseBy({ name: `konnectivity-proxy-server-${uuid}`, holder: uuid, renewed: -9000 })],
      pods: [podBy()],
      ...withoutNodes,
    },
    "the heartbeat of a replica, while each other replica has its own": {
      objects: [
        leaseBy({ name: "heartbeat-0a1b2c3d", holder: `${oldPod}_${uuid}`, renewed: -9000 }),
        leaseBy({ name: "heartbeat-4e5f6a7b", holder: `controller-7c9d6b5f4d-b7b8c_${uuid}` }),
      ],
      pods: [podBy({ name: "controller-7c9d6b5f4d-b7b8c" })],
      ...withoutNodes,
    },
    "a finished Job": {
      objects: [released({ manager: "backup" })],
      pods: [podBy({ name: "backup-x2x4z", controller: "Job/backup", container: "backup" })],
    },
    "a Lease that is deleted": {
      objects: [released({ metadata: { deletionTimestamp: stamp(-60), finalizers: ["a/b"] } })],
      pods: [podBy()],
    },
    "two programs with the name of the manager": {
      objects: [released({ name: "lock", manager: "manager" })],
      pods: [podBy({ container: "manager" }), podBy({ name: "web-6d4b8f7c9d-mq2vd", container: "manager" })],
    },
    "unknown pods": { objects: [released()], unread: [{ resource: "pods", reason: "forbidden" }] },
    "an API server that is gone": { objects: [apiServerLease("abc", { renewed: -7000 })], pods: [podBy()] },
  },
});

function ownerOf(kind: string, name: string): object {
  return { apiVersion: "apps/v1", kind, name, uid: `uid-of-${name}` };
}

it.each([
  ["an error about the program of the holder", [leaseBy({ renewed: -9000 })], "error"],
  ["a warning about a program with the name of the manager", [released()], "warning"],
])("is %s", (_, objects, severity) => {
  expect(findingsOf({ objects, pods: [podBy()] }).map((finding) => finding.severity)).toEqual([severity]);
});

it("does not report the pod of a holder, which leader-hung reports", () => {
  const pod = podBy({ name: "controller-6d4b8f7c9d-x2x4z" });
  const lease = leaseBy({ renewed: -9000 });
  expect(findingsOf({ objects: [lease], pods: [pod, podBy()] }).map(({ origin }) => origin)).toEqual([
    "audit/leader-hung",
  ]);
});

it("does not report nodes", () => {
  const objects = [nodeLease("worker-1", { renewed: -9000 })];
  expect(findingsOf({ objects, pods: [podBy({ namespace: "kube-node-lease" })], nodes: ["worker-1"] })).toEqual([]);
});
