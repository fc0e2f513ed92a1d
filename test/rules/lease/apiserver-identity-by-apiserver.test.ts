import { rule } from "../../../src/rules/lease/apiserver-identity-by-apiserver.ts";
import type { Draft } from "../../harness/objects.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { metadata, spec } from "../../harness/tweaks.ts";

const key = "apiserver.kubernetes.io/identity";
const otherClient = { username: "system:serviceaccount:kube-system:controller", groups: ["system:authenticated"] };
const labelled =
  (values: Readonly<Record<string, unknown>> = {}, identity: unknown = "kube-apiserver") =>
  (object: Draft): void => {
    metadata({ namespace: "kube-system", labels: { [key]: identity } })(object);
    spec(values)(object);
  };
const label = { type: "FieldValueForbidden", field: `metadata.labels[${key}]` };
const host = "kubernetes.io/hostname";
const address = "kubernetes.io/peer-advertise-address";
const hostname = { type: "FieldValueForbidden", field: `metadata.labels[${host}]` };
const peer = { type: "FieldValueForbidden", field: `metadata.annotations[${address}]` };
const withAddress = (value: string) =>
  metadata({
    namespace: "kube-system",
    labels: { [key]: "kube-apiserver", [host]: "a" },
    annotations: { [address]: value },
  });
const whole = { type: "FieldValueForbidden", field: "spec" };
const renewTime = "2026-07-01T08:00:20.000000Z";
const renewal: Row = { tweak: labelled({ renewTime }), old: labelled(), operations: ["UPDATE"] };

const deletion = { old: labelled(), now: "2026-07-01T08:00:12Z", operations: ["DELETE"] } as const;

testRule(rule, {
  silent: {
    "deletion: by kube-apiserver": { ...deletion, user: { username: "system:apiserver" } },
    "deletion: by the garbage collector": {
      ...deletion,
      user: { username: "system:serviceaccount:kube-system:generic-garbage-collector" },
    },
    "deletion: by an administrator": { ...deletion, user: { username: "jane", groups: ["kubeadm:cluster-admins"] } },
    "deletion: by an unknown user": deletion,
    "deletion: of a lease without the label": {
      ...deletion,
      old: metadata({ namespace: "kube-system" }),
      user: otherClient,
    },
    "deletion: expired except for the allowance": { ...deletion, now: "2026-07-01T08:00:20.000Z", user: otherClient },
    "deletion: of a lease that never had a term": {
      ...deletion,
      old: labelled({ renewTime: null }),
      user: otherClient,
    },
    "user: kube-apiserver": { ...renewal, user: { username: "system:apiserver" } },
    "user: kube-apiserver, creating": {
      tweak: labelled(),
      operations: ["CREATE"],
      user: { username: "system:apiserver", groups: ["system:masters"] },
    },
    "user: of kubeadm's administrators": { ...renewal, user: { username: "jane", groups: ["kubeadm:cluster-admins"] } },
    "user: of the break-glass group": {
      ...renewal,
      user: { username: "kubernetes-admin", groups: ["system:authenticated", "system:masters"] },
    },
    "user: unknown": { tweak: labelled() },
    "namespace: another": {
      tweak: (object) => {
        labelled({ renewTime })(object);
        metadata({ namespace: "team-a" })(object);
      },
      user: otherClient,
    },
    "namespace: another, deletion": {
      ...deletion,
      old: (object) => {
        labelled()(object);
        metadata({ namespace: "team-a" })(object);
      },
      user: otherClient,
    },
    "user: another client, a lease without the label": { tweak: spec({ renewTime }), user: otherClient },
    "user: another client, only an annotation written": {
      tweak: (object) => {
        labelled()(object);
        metadata({ annotations: { a: "b" } })(object);
      },
      old: labelled(),
      operations: ["UPDATE"],
      user: otherClient,
    },
    "user: another client, another label written": {
      tweak: (object) => metadata({ labels: { [key]: "kube-apiserver", a: "b" } })(object),
      old: labelled(),
      operations: ["UPDATE"],
      user: otherClient,
    },
    "address: kept": {
      tweak: withAddress("10.0.0.1:6443"),
      old: withAddress("10.0.0.1:6443"),
      operations: ["UPDATE"],
      user: otherClient,
    },
    "address: changed by kube-apiserver": {
      tweak: withAddress("10.0.0.2:6443"),
      old: withAddress("10.0.0.1:6443"),
      operations: ["UPDATE"],
      user: { username: "system:apiserver" },
    },
    "address and host name: of a lease without the label": {
      tweak: metadata({
        namespace: "kube-system",
        labels: { [host]: "b" },
        annotations: { [address]: "10.0.0.2:6443" },
      }),
      user: otherClient,
    },
    "label: another letter case, which is another key": {
      tweak: metadata({ namespace: "kube-system", labels: { "apiserver.kubernetes.io/Identity": "kube-apiserver" } }),
      user: otherClient,
    },
  },
  reports: {
    "deletion: by another client": { ...deletion, user: otherClient, causes: [label] },
    "deletion: by a person": {
      ...deletion,
      user: { username: "jane", groups: ["system:authenticated"] },
      causes: [label],
    },
    "deletion: at the end of the lease term": {
      ...deletion,
      now: "2026-07-01T08:00:19.999Z",
      user: otherClient,
      causes: [label],
    },
    "user: another client, renewing": { ...renewal, user: otherClient, causes: [whole] },
    "user: kube-controller-manager": {
      ...renewal,
      user: { username: "system:kube-controller-manager" },
      causes: [whole],
    },
    "user: the API server's name in another letter case": {
      ...renewal,
      user: { username: "System:apiserver" },
      causes: [whole],
    },
    "user: a service account of the API server's name": {
      ...renewal,
      user: { username: "system:serviceaccount:kube-system:apiserver" },
      causes: [whole],
    },
    "spec: emptied": {
      tweak: labelled({ renewTime: null, leaseDurationSeconds: null }),
      old: labelled(),
      operations: ["UPDATE"],
      user: otherClient,
      causes: [whole],
    },
    "address: changed": {
      tweak: withAddress("10.0.0.2:6443"),
      old: withAddress("10.0.0.1:6443"),
      operations: ["UPDATE"],
      user: otherClient,
      causes: [peer],
    },
    "address and host name: set": {
      tweak: withAddress("10.0.0.2:6443"),
      old: labelled(),
      operations: ["UPDATE"],
      user: otherClient,
      causes: [hostname, peer],
    },
    "address and host name: removed": {
      tweak: labelled(),
      old: withAddress(""),
      operations: ["UPDATE"],
      user: otherClient,
      causes: [hostname, peer],
    },
    "label: in a new lease": { tweak: labelled(), operations: ["CREATE"], user: otherClient, causes: [label] },
    "label: in a new lease, of another server": {
      tweak: labelled({}, "a"),
      operations: ["CREATE"],
      user: otherClient,
      causes: [label],
    },
    "label: in a new lease, empty": {
      tweak: labelled({}, ""),
      operations: ["CREATE"],
      user: otherClient,
      causes: [label],
    },
    "label: in a new lease, null, which is stored as empty": {
      tweak: labelled({}, null),
      operations: ["CREATE"],
      user: otherClient,
      causes: [label],
    },
    "label: put on a lease that was another's": {
      tweak: labelled({ renewTime }),
      operations: ["UPDATE"],
      user: otherClient,
      causes: [label],
    },
    "label: changed": {
      tweak: labelled({}, "b"),
      old: labelled(),
      operations: ["UPDATE"],
      user: otherClient,
      causes: [label],
    },
    "label: removed": {
      tweak: metadata({ namespace: "kube-system", labels: {} }),
      old: labelled(),
      operations: ["UPDATE"],
      user: otherClient,
      causes: [label],
    },
    "label: removed with all labels": {
      tweak: metadata({ namespace: "kube-system", labels: null }),
      old: labelled(),
      operations: ["UPDATE"],
      user: otherClient,
      causes: [label],
    },
    "label: removed, and the spec rewritten": {
      tweak: (object) => {
        metadata({ namespace: "kube-system" })(object);
        spec({ renewTime })(object);
      },
      old: labelled(),
      operations: ["UPDATE"],
      user: otherClient,
      causes: [label, whole],
    },
  },
});
