import { rule } from "../../../src/rules/lease/term-kept-without-pod.ts";
import { byPod } from "../../harness/by-pod.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, spec, without } from "../../harness/tweaks.ts";

const user = { username: "system:serviceaccount:team-a:controller", groups: ["system:serviceaccounts"] };
const withoutNode = { ...user, extra: { "authentication.kubernetes.io/pod-name": ["controller-0"] } };
const row = { now: "2026-07-01T08:00:12Z", user } as const;
const renewTime = "2026-07-01T08:00:12.000000Z";
const released = spec({ holderIdentity: "", leaseDurationSeconds: 1, acquireTime: renewTime, renewTime });
const holder = [{ type: "FieldValueForbidden", field: "spec.holderIdentity" }];
const duration = [{ type: "FieldValueForbidden", field: "spec.leaseDurationSeconds" }];

testRule(rule, {
  silent: {
    "holder: another, which holder-kept-until-expiry reports": {
      ...row,
      tweak: spec({ holderIdentity: "b", leaseDurationSeconds: 1 }),
    },
    "holder: none before": { ...row, old: spec({ holderIdentity: "" }), tweak: released },
    "holder: released when the term has expired except for the allowance": {
      ...row,
      now: "2026-07-01T08:00:20Z",
      tweak: released,
    },
    "duration: longer": { ...row, tweak: spec({ leaseDurationSeconds: 16 }) },
    "renewTime: renewed": { ...row, tweak: spec({ renewTime, leaseTransitions: 2 }) },
    "namespace: kube-node-lease": {
      ...row,
      old: metadata({ namespace: "kube-node-lease" }),
      tweak: (object) => {
        metadata({ namespace: "kube-node-lease" })(object);
        released(object);
      },
    },
    "user: unknown": { now: row.now, tweak: released },
    "user: a person": { ...row, user: { username: "jane", groups: [] }, tweak: released },
    "user: a component of the control plane": {
      ...row,
      user: { username: "system:kube-scheduler", groups: [] },
      tweak: released,
    },
    "user: the pod of the holder, without its node": {
      ...row,
      user: withoutNode,
      old: spec({ holderIdentity: "controller-0" }),
      tweak: released,
    },
    "user: a sibling of the holder, which written-by-its-holder reports": {
      ...row,
      user: withoutNode,
      old: spec({ holderIdentity: "controller-1" }),
      tweak: released,
    },
    "user: an administrator": { ...row, user: { ...user, groups: ["system:masters"] }, tweak: released },
    "user: a pod": { ...row, user: byPod("controller-0"), tweak: released },
  },
  reports: {
    "user: a node": {
      ...row,
      user: { username: "system:node:node-1", groups: ["system:nodes"] },
      tweak: released,
      causes: holder,
    },
    "user: a component with a certificate": {
      ...row,
      user: { username: "system:cloud-controller-manager", groups: [] },
      tweak: released,
      causes: holder,
    },
    "user: a pod without its node": {
      ...row,
      user: withoutNode,
      old: spec({ holderIdentity: "green" }),
      tweak: released,
      causes: holder,
    },
    "holder: released": { ...row, tweak: released, causes: holder },
    "holder: released in the last moment of the term": {
      ...row,
      now: "2026-07-01T08:00:19.999Z",
      tweak: released,
      causes: holder,
    },
    "holder: removed": { ...row, tweak: without("spec", "holderIdentity"), causes: holder },
    "duration: a second shorter": { ...row, tweak: spec({ leaseDurationSeconds: 14 }), causes: duration },
    "duration: shorter, with a renewal": {
      ...row,
      tweak: spec({ leaseDurationSeconds: 1, renewTime }),
      causes: duration,
    },
    "duration: removed": { ...row, tweak: without("spec", "leaseDurationSeconds"), causes: duration },
    "user: a token without a name of the pod": {
      ...row,
      user: { ...user, extra: { "authentication.kubernetes.io/node-name": ["node-1"] } },
      tweak: released,
      causes: holder,
    },
  },
});
