import { rule } from "../../../src/rules/lease/owners-added-by-its-holder.ts";
import type { UserInfo } from "../../../src/rules/rule.ts";
import { byPod } from "../../harness/by-pod.ts";
import type { Draft } from "../../harness/objects.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, spec } from "../../harness/tweaks.ts";

const now = "2026-07-01T08:00:12Z";
const owner = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  name: "controller",
  uid: "aaaa0000-5b8e-4a9e-9d6c-0a6a5c1d2e3f",
  controller: true,
};
const gone = { apiVersion: "v1", kind: "ConfigMap", name: "gone", uid: "bbbb0000-5b8e-4a9e-9d6c-0a6a5c1d2e3f" };
const ownPod = { ...gone, kind: "Pod", name: "controller-0" };
const owned = metadata({ ownerReferences: [owner, gone] });
const finalized = metadata({ finalizers: ["example.com/wait", "example.com/never"] });
const both =
  (...tweaks: readonly ((object: Draft) => void)[]) =>
  (object: Draft) => {
    for (const tweak of tweaks) tweak(object);
  };
const renewed = spec({ renewTime: "2026-07-01T08:00:12.000000Z" });
const free = spec({ holderIdentity: "8a7f3b9c-1d2e-4f5a-9b8c-7d6e5f4a3b2c" });
const user = (username: string, ...groups: readonly string[]): UserInfo => ({ username, groups });

const [jane, sibling, other] = [user("jane"), byPod("controller-0"), byPod("cleaner-7d9f6c8b5d-x2vzk", "node-1")];
const token = user("system:serviceaccount:team-b:mallory", "system:serviceaccounts");
const ownerCause = { type: "FieldValueForbidden", field: "metadata.ownerReferences" };
const finalizerCause = { type: "FieldValueForbidden", field: "metadata.finalizers" };
const causes = [ownerCause];

/** A write that adds owner references to a Lease in the namespace of node Leases. */
const ofNode = {
  now,
  old: metadata({ namespace: "kube-node-lease" }),
  tweak: both(owned, metadata({ namespace: "kube-node-lease" })),
} as const;

testRule(rule, {
  silent: {
    "owner: added by the holder": { now, user: byPod("controller-1"), tweak: owned },
    "owner: added by the node of the holder": {
      now,
      user: byPod("agent-x2vzk", "worker-1.example.com"),
      old: spec({ holderIdentity: "worker-1_8a7f3b9c" }),
      tweak: both(owned, spec({ holderIdentity: "worker-1_8a7f3b9c" })),
    },
    "owner: added by a pod whose node is unknown": {
      now,
      user: { ...other, extra: { ...other.extra, "authentication.kubernetes.io/node-name": [] } },
      tweak: owned,
    },
    "owner: the Deployment of the writer": {
      now,
      user: byPod("controller-0"),
      old: metadata({ ownerReferences: [] }),
      tweak: metadata({ ownerReferences: [owner] }),
    },
    "owner: the pod of the writer": {
      now,
      user: sibling,
      tweak: metadata({ ownerReferences: [{ ...ownPod, uid: "4f5a9b8c-7d6e-4f4a-8b2c-8a7f3b9c1d2e" }] }),
    },
    "owner: the pod of the writer, whose UID is unknown": {
      now,
      user: { ...sibling, extra: { "authentication.kubernetes.io/pod-name": ["controller-0"] } },
      tweak: metadata({ ownerReferences: [ownPod] }),
    },
    "owner: removed": { now, user: sibling, tweak: metadata({ ownerReferences: [] }) },
    "owner: in another order": { now, user: jane, old: owned, tweak: metadata({ ownerReferences: [gone, owner] }) },
    "owner: no longer the controller": {
      now,
      user: jane,
      tweak: metadata({ ownerReferences: [{ ...owner, controller: false }] }),
    },
    "owner: added with a renewal": { now, user: other, tweak: both(owned, renewed) },
    "owner: added with a renewal, with a token without a pod": { now, user: token, tweak: both(owned, renewed) },
    "owner: added with a release": { now, user: jane, tweak: both(owned, spec({ holderIdentity: "" })) },
    "owner: added with a takeover": {
      now,
      user: sibling,
      tweak: both(owned, spec({ holderIdentity: "controller-0" })),
    },
    "owner: added after the lease term": { now: "2026-07-01T08:01:00Z", user: jane, tweak: owned },
    "owner: added in doubt whether the lease is held": { now: "2026-07-01T08:00:20Z", user: jane, tweak: owned },
    "owner: added to a lease without a duration": {
      now,
      user: jane,
      old: spec({ leaseDurationSeconds: null }),
      tweak: owned,
    },
    "owner: added by an unknown user": { now, tweak: owned },
    "owner: added by an administrator": { now, user: user("jane", "system:masters"), tweak: owned },
    "owner: added by an administrator of the policy": {
      now,
      user: user("jane", "kubeadm:cluster-admins"),
      tweak: owned,
    },
    "owner: added by kube-apiserver": { now, user: user("system:apiserver"), tweak: owned },
    "owner: added by the garbage collector": {
      now,
      user: user("system:serviceaccount:kube-system:generic-garbage-collector", "system:serviceaccounts"),
      tweak: owned,
    },
    "owner: added by kube-controller-manager": { now, user: user("system:kube-controller-manager"), tweak: owned },
    "owner: added by a node": { now, user: user("system:node:node-1", "system:nodes"), tweak: owned },
    "owner: added to the lease of a node, by the node": {
      ...ofNode,
      user: { username: "system:node:controller", groups: ["system:nodes"] },
    },
    "owner: added to the lease of a node, by nodes that share one user": {
      ...ofNode,
      user: { username: "kube-node", groups: ["system:nodes"] },
    },
    "owner: added to the lease of a node, with a renewal, as Virtual Kubelet does": {
      ...ofNode,
      user: token,
      tweak: both(ofNode.tweak, spec({ renewTime: "2026-07-01T08:00:12.000000Z" })),
    },
    "owner: added to the lease of a node with a name like a sibling of the writer, with a renewal": {
      ...ofNode,
      user: byPod("controller-0"),
      tweak: both(ofNode.tweak, spec({ renewTime: "2026-07-01T08:00:12.000000Z" })),
    },
    "finalizer: removed": { now, user: jane, tweak: metadata({ finalizers: null }) },
    "finalizer: in another order": {
      now,
      user: jane,
      old: finalized,
      tweak: metadata({ finalizers: ["example.com/never", "example.com/wait"] }),
    },
    "label: added": { now, user: jane, tweak: metadata({ labels: { a: "b" } }) },
  },
  reports: {
    "owner: added to the lease of a node, by a token without a pod": { ...ofNode, user: token, causes },
    "owner: added to the lease of a node, by a person": { ...ofNode, user: jane, causes },
    "owner: added by a person": { now, user: jane, tweak: owned, causes },
    "owner: added without credentials": {
      now,
      user: user("system:anonymous", "system:unauthenticated"),
      tweak: owned,
      causes,
    },
    "owner: added by a token without a pod": { now, user: token, tweak: owned, causes },
    "owner: added by a sibling": { now, user: sibling, tweak: owned, causes },
    "owner: added by a sibling that renews the lease": { now, user: sibling, tweak: both(owned, renewed), causes },
    "owner: added by a sibling that empties the holder": {
      now,
      user: sibling,
      tweak: both(owned, spec({ holderIdentity: null })),
      causes,
    },
    "owner: added by a pod that the holder does not name": { now, user: other, tweak: owned, causes },
    "owner: added by a pod, and the holder names none": {
      now,
      user: other,
      old: free,
      tweak: both(owned, free),
      causes,
    },
    "owner: with a longer duration, by a person": {
      now,
      user: jane,
      tweak: both(owned, spec({ leaseDurationSeconds: 30 })),
      causes,
    },
    "owner: the pod of the writer, with another UID": {
      now,
      user: sibling,
      tweak: metadata({ ownerReferences: [ownPod] }),
      causes,
    },
    "owner: the Deployment of the writer, which is in another namespace": {
      now,
      user: byPod("controller-7d9f6c8b5d-x2vzk", "node-1", "team-b:controller"),
      old: metadata({ ownerReferences: [] }),
      tweak: metadata({ ownerReferences: [owner] }),
      causes,
    },
    "owner: a pod with the name of the writer, which is in another namespace": {
      now,
      user: byPod("controller-0", "node-1", "team-b:controller"),
      old: spec({ holderIdentity: "controller-7d9f6c8b5d-x2vzk" }),
      tweak: both(
        metadata({ ownerReferences: [{ ...ownPod, uid: "4f5a9b8c-7d6e-4f4a-8b2c-8a7f3b9c1d2e" }] }),
        spec({ holderIdentity: "controller-7d9f6c8b5d-x2vzk" }),
      ),
      causes,
    },
    "owner: a workload whose name begins like that of the writer": {
      now,
      user: sibling,
      tweak: metadata({ ownerReferences: [{ ...owner, name: "contr", uid: gone.uid }] }),
      causes,
    },
    "owner: the same name with another uid": {
      now,
      user: jane,
      tweak: metadata({ ownerReferences: [{ ...owner, uid: gone.uid }] }),
      causes,
    },
    "owner: the same uid with another name": {
      now,
      user: jane,
      tweak: metadata({ ownerReferences: [{ ...owner, name: "gone" }] }),
      causes,
    },
    "owner: the same uid with another kind": {
      now,
      user: jane,
      tweak: metadata({ ownerReferences: [{ ...owner, kind: "Pod" }] }),
      causes,
    },
    "owner: the same uid in another API group": {
      now,
      user: jane,
      tweak: metadata({ ownerReferences: [{ ...owner, apiVersion: "example.com/v1" }] }),
      causes,
    },
    "owner: in the last moment of the term": { now: "2026-07-01T08:00:19.999Z", user: jane, tweak: owned, causes },
    "finalizer: added by a person": { now, user: jane, tweak: finalized, causes: [finalizerCause] },
    "finalizer: added by a sibling": { now, user: sibling, tweak: finalized, causes: [finalizerCause] },
    "owner and finalizer: added by a person": {
      now,
      user: jane,
      tweak: both(owned, finalized),
      causes: [ownerCause, finalizerCause],
    },
  },
});
