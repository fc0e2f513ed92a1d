import { rule } from "../../../src/rules/lease/term-kept-by-persons.ts";
import { byPod } from "../../harness/by-pod.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, spec, without } from "../../harness/tweaks.ts";

const user = { username: "jane", groups: ["system:authenticated"] };
const row = { now: "2026-07-01T08:00:12Z", user } as const;
const renewTime = "2026-07-01T08:00:12.000000Z";
const emptied = spec({ holderIdentity: "", leaseDurationSeconds: 1 });
const released = spec({ holderIdentity: "", leaseDurationSeconds: 1, acquireTime: renewTime, renewTime });
const shorter = spec({ leaseDurationSeconds: 14 });
const ofDeployment = spec({ holderIdentity: "controller-7d9f6c8b5d-x2vzk_8a7f3b9c" });
const holder = [{ type: "FieldValueForbidden", field: "spec.holderIdentity" }];
const duration = [{ type: "FieldValueForbidden", field: "spec.leaseDurationSeconds" }];

testRule(rule, {
  silent: {
    "holder: another, which holder-kept-until-expiry reports": {
      ...row,
      tweak: spec({ holderIdentity: "jane", leaseDurationSeconds: 1 }),
    },
    "holder: released completely": { ...row, tweak: released },
    "holder: none before": { ...row, old: spec({ holderIdentity: "" }), tweak: emptied },
    "holder: emptied when the term has expired except for the allowance": {
      ...row,
      now: "2026-07-01T08:00:20Z",
      tweak: emptied,
    },
    "duration: longer, with a renewal": { ...row, tweak: spec({ leaseDurationSeconds: 16, renewTime }) },
    "duration: longer, when the term has expired except for the allowance": {
      ...row,
      now: "2026-07-01T08:00:20Z",
      tweak: spec({ leaseDurationSeconds: 16 }),
    },
    "duration: longer, for another holder": {
      ...row,
      tweak: spec({ leaseDurationSeconds: 16, holderIdentity: "jane" }),
    },
    "duration: longer, by a service account": {
      ...row,
      user: { username: "system:serviceaccount:team-a:controller", groups: [] },
      tweak: spec({ leaseDurationSeconds: 16 }),
    },
    "duration: shorter, with a renewal, as fabric8 releases": {
      ...row,
      tweak: spec({ leaseDurationSeconds: 1, renewTime }),
    },
    "renewTime: put back": { ...row, tweak: spec({ renewTime: "2026-07-01T08:00:00.000000Z" }) },
    "leaseTransitions: changed": { ...row, tweak: spec({ leaseTransitions: 2 }) },
    "namespace: kube-node-lease": {
      ...row,
      old: metadata({ namespace: "kube-node-lease" }),
      tweak: (object) => {
        metadata({ namespace: "kube-node-lease" })(object);
        emptied(object);
      },
    },
    "user: unknown": { now: row.now, tweak: emptied },
    "user: without a name": { ...row, user: { username: "", groups: ["system:authenticated"] }, tweak: emptied },
    "user: an administrator": { ...row, user: { username: "root", groups: ["system:masters"] }, tweak: emptied },
    "user: an administrator of kubeadm": {
      ...row,
      user: { username: "kubernetes-admin", groups: ["kubeadm:cluster-admins"] },
      tweak: emptied,
    },
    "user: kube-apiserver": { ...row, user: { username: "system:apiserver", groups: [] }, tweak: emptied },
    "user: a component of Kubernetes": {
      ...row,
      user: { username: "system:kube-scheduler", groups: [] },
      tweak: emptied,
    },
    "user: a node": { ...row, user: { username: "system:node:node-1", groups: ["system:nodes"] }, tweak: emptied },
    "user: nodes that share one user": {
      ...row,
      user: { username: "kube-node", groups: ["system:nodes"] },
      tweak: emptied,
    },
    "user: a service account": {
      ...row,
      user: { username: "system:serviceaccount:team-a:controller", groups: [] },
      tweak: emptied,
    },
    "user: a pod": { ...row, user: byPod("controller-0"), tweak: emptied },
    "user: another name with a pod": { ...row, user: { ...byPod("controller-0"), username: "jane" }, tweak: emptied },
  },
  reports: {
    "duration: a second longer": { ...row, tweak: spec({ leaseDurationSeconds: 16 }), causes: duration },
    "duration: a second longer, in the last moment of the term": {
      ...row,
      now: "2026-07-01T08:00:19.999Z",
      tweak: spec({ leaseDurationSeconds: 16 }),
      causes: duration,
    },
    "duration: longer, with a renewal of a pod of a Deployment": {
      ...row,
      old: ofDeployment,
      tweak: (object) => {
        ofDeployment(object);
        spec({ leaseDurationSeconds: 86_400, renewTime })(object);
      },
      causes: duration,
    },
    "holder: emptied": { ...row, tweak: emptied, causes: holder },
    "holder: emptied, with nothing else changed": { ...row, tweak: spec({ holderIdentity: "" }), causes: holder },
    "holder: removed": { ...row, tweak: without("spec", "holderIdentity"), causes: holder },
    "holder: emptied, with renewTime put back": {
      ...row,
      tweak: spec({ holderIdentity: null, renewTime: "2026-07-01T08:00:00.000000Z" }),
      causes: holder,
    },
    "holder: emptied in the last moment of the term": {
      ...row,
      now: "2026-07-01T08:00:19.999Z",
      tweak: emptied,
      causes: holder,
    },
    "holder: a free identity": { ...row, old: spec({ holderIdentity: "green" }), tweak: emptied, causes: holder },
    "holder: a pod of a Deployment, released completely": {
      ...row,
      old: ofDeployment,
      tweak: released,
      causes: holder,
    },
    "spec: emptied": {
      ...row,
      tweak: (object) => {
        object.spec = {};
      },
      causes: holder,
    },
    "duration: a second shorter": { ...row, tweak: shorter, causes: duration },
    "duration: removed": { ...row, tweak: without("spec", "leaseDurationSeconds"), causes: duration },
    "duration: null": { ...row, tweak: spec({ leaseDurationSeconds: null }), causes: duration },
    "user: of an identity provider": {
      ...row,
      user: { username: "oidc:jane@example.com", groups: [] },
      tweak: shorter,
      causes: duration,
    },
  },
});
