import { rule } from "../../../src/rules/lease/node-lease-by-its-node.ts";
import type { Draft } from "../../harness/objects.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { metadata } from "../../harness/tweaks.ts";

const node = { username: "system:node:node-1", groups: ["system:nodes", "system:authenticated"] };
const otherClient = {
  username: "system:serviceaccount:team-a:controller",
  groups: ["system:serviceaccounts", "system:authenticated"],
};
const nodeLease =
  (values: Readonly<Record<string, unknown>> = {}, name = "node-1") =>
  (object: Draft): void => {
    metadata({ namespace: "kube-node-lease", name })(object);
    object.spec = {
      holderIdentity: "node-1",
      leaseDurationSeconds: 40,
      renewTime: "2026-07-01T08:00:10.123456Z",
      ...values,
    };
  };
const renewTime = "2026-07-01T08:00:20.000000Z";
const renewal: Row = { tweak: nodeLease({ renewTime }), old: nodeLease(), operations: ["UPDATE"] };
const creation: Row = { tweak: nodeLease(), operations: ["CREATE"] };
const writes = ["CREATE", "UPDATE"] as const;
const owners = [{ apiVersion: "v1", kind: "Node", name: "node-1", uid: "5f0c" }];
const deletion: Row = {
  now: "2026-07-01T08:00:30Z",
  old: (object) => {
    nodeLease()(object);
    metadata({ ownerReferences: owners })(object);
  },
  operations: ["DELETE"],
  user: otherClient,
};
const deleter = { type: "FieldValueForbidden", field: "metadata.name" };
const holder = { type: "FieldValueInvalid", field: "spec.holderIdentity" };
const writer = { type: "FieldValueForbidden", field: "spec" };

testRule(rule, {
  silent: {
    "user: one that all nodes share, as RKE1's do": {
      ...renewal,
      user: { username: "system:node", groups: ["system:nodes"] },
    },
    "user: the node, renewing": { ...renewal, user: node },
    "user: the node, creating": { ...creation, user: node },
    "user: the node, holder empty": { ...creation, tweak: nodeLease({ holderIdentity: "" }), user: node },
    "user: unknown": { ...renewal, user: { username: "" } },
    "user: of kubeadm's administrators": { ...renewal, user: { username: "jane", groups: ["kubeadm:cluster-admins"] } },
    "user: of the break-glass group": {
      ...renewal,
      user: { username: "kubernetes-admin", groups: ["system:masters"] },
    },
    "user: kube-apiserver": { ...renewal, user: { username: "system:apiserver" } },
    "user: another client, only metadata written": {
      tweak: (object) => {
        nodeLease()(object);
        metadata({ labels: { a: "b" }, ownerReferences: null })(object);
      },
      old: nodeLease(),
      operations: ["UPDATE"],
      user: otherClient,
    },
    "user: another client, null for what was absent and empty": {
      tweak: nodeLease({ acquireTime: null, strategy: null, preferredHolder: "" }),
      old: nodeLease(),
      operations: ["UPDATE"],
      user: otherClient,
    },
    "user: another client, in another namespace": { user: otherClient },
    "namespace: another letter case, which no namespace has": {
      tweak: metadata({ namespace: "Kube-Node-Lease" }),
      user: otherClient,
    },
    "deletion: by the node": { ...deletion, user: node },
    "deletion: by a person": { ...deletion, user: { username: "jane", groups: ["developers"] } },
    "deletion: by the garbage collector": {
      ...deletion,
      user: { username: "system:serviceaccount:kube-system:generic-garbage-collector", groups: [] },
    },
    "deletion: by an administrator": { ...deletion, user: { ...otherClient, groups: ["system:masters"] } },
    "deletion: of a lease without an owner, as by Karpenter": {
      ...deletion,
      old: (object) => {
        nodeLease()(object);
        metadata({ ownerReferences: [] })(object);
      },
    },
    "deletion: of an expired lease": { ...deletion, now: "2026-07-01T08:00:45Z" },
    "deletion: in another namespace": { operations: ["DELETE"], now: "2026-07-01T08:00:12Z", user: otherClient },
    "holder: another before too, the node renews": {
      tweak: nodeLease({ renewTime, holderIdentity: "kwok" }),
      old: nodeLease({ holderIdentity: "kwok" }),
      operations: ["UPDATE"],
      user: node,
    },
  },
  reports: {
    "user: another client, renewing": { ...renewal, user: otherClient, causes: [writer] },
    "user: another client, creating": { ...creation, user: otherClient, causes: [writer] },
    "user: another client, creating an empty one": {
      tweak: (object) =>
        Object.assign(object, { metadata: { name: "node-1", namespace: "kube-node-lease" }, spec: null }),
      operations: ["CREATE"],
      user: otherClient,
      causes: [writer],
    },
    "deletion: by another client": { ...deletion, causes: [deleter] },
    "deletion: in the last moment of the term": { ...deletion, now: "2026-07-01T08:00:44.999Z", causes: [deleter] },
    "user: another node": { ...renewal, user: { ...node, username: "system:node:node-2" }, causes: [writer] },
    "user: the node's name in another letter case": {
      ...renewal,
      user: { ...node, username: "system:node:Node-1" },
      causes: [writer],
    },
    "user: the node's name as a prefix": {
      ...renewal,
      user: { ...node, username: "system:node:node-10" },
      causes: [writer],
    },
    "user: without a name, of some group": {
      ...renewal,
      user: { username: "", groups: ["system:authenticated"] },
      causes: [writer],
    },
    "user: a group that only looks like the break-glass one": {
      ...renewal,
      user: { ...otherClient, groups: ["System:masters"] },
      causes: [writer],
    },
    "user: another client, the duration alone": {
      tweak: nodeLease({ leaseDurationSeconds: 2147483647 }),
      old: nodeLease(),
      operations: ["UPDATE"],
      user: otherClient,
      causes: [writer],
    },
    "user: another client, emptying the spec": {
      tweak: nodeLease({ renewTime: null }),
      old: nodeLease(),
      operations: ["UPDATE"],
      user: otherClient,
      causes: [writer],
    },
    "holder: not the node": {
      tweak: nodeLease({ holderIdentity: "node-2" }),
      old: nodeLease(),
      operations: writes,
      user: node,
      causes: [holder],
    },
    "holder: the node in another letter case": {
      tweak: nodeLease({ holderIdentity: "Node-1" }),
      old: nodeLease(),
      operations: writes,
      user: node,
      causes: [holder],
    },
    "holder: not the node, by another client": {
      tweak: nodeLease({ holderIdentity: "kwok", renewTime }),
      old: nodeLease(),
      operations: writes,
      user: otherClient,
      causes: [holder, writer],
    },
  },
});
