import type { Spec } from "../api-object.ts";
import { mallory } from "../attacks.ts";
import { at, heartbeat } from "../history.ts";
import type { AttackHistories } from "./attack-history.ts";
import { apiServer, backupAgent, garbageCollector, nodeOne } from "./clients.ts";

const identityLabels = { "apiserver.kubernetes.io/identity": "kube-apiserver", "kubernetes.io/hostname": "master-0" };
const address = "kubernetes.io/peer-advertise-address";
const identity: Spec = {
  holderIdentity: "apiserver-wlv32tlttr4jl3gtroqexyxapa_1",
  leaseDurationSeconds: 3_600,
  renewTime: at(0),
};
const server = { namespace: "kube-system", name: "apiserver-wlv32tlttr4jl3gtroqexyxapa" };
const announced = [
  {
    at: 0,
    spec: identity,
    by: apiServer,
    metadata: { labels: identityLabels, annotations: { [address]: "10.0.0.1:6443" } },
  },
];
const node = { namespace: "kube-node-lease", name: "node-1" };
const beating = [{ at: 0, spec: heartbeat(0), by: nodeOne }];
const gone = { apiVersion: "v1", kind: "Node", name: "node-1", uid: "0d4a5f66-7b1e-4a52-8d5e-1e8b3f3c2d11" };
const kubelets = { username: "kube-node", groups: ["system:nodes"] };

/**
 * Attacks on heartbeats of nodes and add-ons, on identity Leases of API servers, and on Leases that
 * are not used for elections.
 */
export const systemLeases: AttackHistories = {
  "a compromised pod redirects requests between API servers to itself": {
    class: "attack",
    ...server,
    evidence: "kube-apiserver's peer proxy sends requests to the peer-advertise-address of the identity leases",
    given: announced,
    acts: [{ at: 5, spec: identity, by: backupAgent, metadata: { annotations: { [address]: "10.9.9.9:6443" } } }],
  },
  "a compromised pod deletes the identity lease of a live API server": {
    class: "attack",
    ...server,
    evidence: "kube-apiserver's storage version garbage collector believes that the server is gone",
    given: announced,
    acts: [{ at: 5, spec: null, by: backupAgent }],
  },
  "a compromised pod sets the renewTime of a node's lease to the year 9999, so that the node controller ignores later heartbeats":
    {
      class: "attack",
      ...node,
      evidence:
        "kube-controller-manager's node lifecycle controller: a heartbeat counts only if its renewTime is after the one before",
      given: beating,
      acts: [{ at: 60, spec: { ...heartbeat(60), renewTime: "9999-01-01T00:00:00.000000Z" }, by: backupAgent }],
    },
  "a compromised pod creates the lease of a node that has not yet joined the cluster": {
    class: "attack",
    namespace: "kube-node-lease",
    name: "node-9",
    evidence: "component-helpers: a kubelet retries the creation of its lease, and then updates the one that it finds",
    acts: [{ at: 0, spec: { ...heartbeat(0), holderIdentity: "node-9" }, by: backupAgent }],
  },
  "a compromised pod removes the identity label from the lease of a live API server": {
    class: "attack",
    ...server,
    evidence: "kube-apiserver finds the identity leases of its peers by this label",
    given: announced,
    acts: [{ at: 5, spec: identity, by: backupAgent, metadata: { labels: { "kubernetes.io/hostname": "master-0" } } }],
  },
  "a kubelet renews the lease of another node, because all kubelets share one certificate": {
    class: "attack",
    ...node,
    evidence: "clusters of RKE1: all nodes are the user kube-node",
    given: [{ at: 0, spec: heartbeat(0), by: kubelets }],
    acts: [{ at: 60, spec: heartbeat(60), by: kubelets }],
  },
  "a legacy token without a pod adds to the lease of a node an owner that does not exist, and the garbage collector deletes the lease":
    {
      class: "attack",
      ...node,
      evidence: "Kubernetes, Garbage Collection: an object whose owners are absent is deleted",
      given: beating,
      acts: [
        { at: 5, spec: heartbeat(0), by: mallory, metadata: { ownerReferences: [gone] } },
        { at: 6, spec: null, by: garbageCollector },
      ],
    },
  "a compromised pod renews the heartbeat of an add-on that no longer exists": {
    class: "attack",
    namespace: "cluster-1",
    name: "addon",
    evidence: "https://github.com/open-cluster-management-io/addon-framework",
    given: [{ at: 0, spec: { leaseDurationSeconds: 60, renewTime: at(0) } }],
    acts: [{ at: 120, spec: { leaseDurationSeconds: 60, renewTime: at(120) }, by: backupAgent }],
  },
  "a compromised pod changes the role in the lease of an etcd member": {
    class: "attack",
    namespace: "shoot-1",
    name: "etcd-main-0",
    evidence: "https://github.com/gardener/etcd-druid: the role of a member is in holderIdentity",
    given: [{ at: 0, spec: { holderIdentity: "4c37667312a3912b:Member", renewTime: at(0) } }],
    acts: [{ at: 5, spec: { holderIdentity: "4c37667312a3912b:Leader", renewTime: at(5) }, by: backupAgent }],
  },
};
