import { rule } from "../../../src/rules/lease/term-kept-while-undecoded.ts";
import { byPod } from "../../harness/by-pod.ts";
import type { Draft } from "../../harness/objects.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, spec } from "../../harness/tweaks.ts";

/** A time in the lease term of the valid object, as in live-lease-not-deleted.test.ts. */
const now = "2026-07-01T08:00:12Z";
const undecodable = { managedFields: [{ manager: "a", operation: "Update", time: "yesterday" }] };
const old = metadata(undecodable);
const oldWith = (change: (object: Draft) => void) => (object: Draft) => {
  old(object);
  change(object);
};
const tweak = spec({ holderIdentity: "", leaseDurationSeconds: 1, renewTime: "2026-07-01T08:00:12.000000Z" });
const otherPod = byPod("other-0");
const write = { now, old, tweak, user: otherPod };
const update = { ...write, operations: ["UPDATE"] } as const;
const by = (username: string, ...groups: readonly string[]) => ({
  username,
  groups: [...groups, "system:authenticated"],
});
const nodeLease = oldWith(metadata({ namespace: "kube-node-lease", name: "node-1" }));
const emptied = [{ type: "FieldValueForbidden", field: "spec.holderIdentity" }];
const deleted = [{ type: "FieldValueForbidden", field: "" }];

testRule(rule, {
  silent: {
    "old object: decodes": { ...write, old: () => {} },
    "old object: with a time that kube-apiserver encodes": {
      ...update,
      old: metadata({ managedFields: [{ manager: "a", operation: "Update", time: "2026-07-01T08:00:00Z" }] }),
    },
    "user: the holder's pod": { ...write, user: byPod("controller-1") },
    "user: the holder's pod on the host's network": { ...write, user: byPod("other-0", "controller-1") },
    "user: unknown": { ...write, user: { username: "", groups: [] } },
    "user: system:masters": { ...write, user: by("jane", "system:masters") },
    "user: an administrator of the policy": { ...write, user: by("kubernetes-admin", "kubeadm:cluster-admins") },
    "user: the garbage collector": {
      ...write,
      user: by("system:serviceaccount:kube-system:generic-garbage-collector"),
    },
    "user: kube-controller-manager": { ...write, user: by("system:kube-controller-manager") },
    "user: the node itself": { ...write, old: nodeLease, user: by("system:node:node-1", "system:nodes") },
    "holder: kept": { ...update, tweak: spec({ renewTime: "2026-07-01T08:00:12.000000Z" }) },
    "holder: another, which holder-kept-until-expiry reports": {
      ...update,
      tweak: spec({ holderIdentity: "other-0" }),
    },
    "holder: empty before": { ...write, old: oldWith(spec({ holderIdentity: "" })) },
    "term: over": { ...write, now: "2026-07-01T08:00:20.000Z" },
    "renewTime: does not decode": { ...write, old: spec({ renewTime: "now" }) },
    "leaseDurationSeconds: does not decode": { ...write, old: spec({ leaseDurationSeconds: "15" }) },
    "holderIdentity: does not decode": { ...write, old: spec({ holderIdentity: 7 }) },
    "spec: does not decode": { ...write, old: (object) => Object.assign(object, { spec: 7 }) },
  },
  reports: {
    "managedFields: does not decode, released by another pod": { ...update, causes: emptied },
    "managedFields: does not decode, deleted by another pod": { ...write, operations: ["DELETE"], causes: deleted },
    "term: to run for a millisecond beyond the allowance": {
      ...update,
      now: "2026-07-01T08:00:19.999Z",
      causes: emptied,
    },
    "creationTimestamp: does not decode": { ...update, old: metadata({ creationTimestamp: "soon" }), causes: emptied },
    "acquireTime: does not decode": { ...update, old: spec({ acquireTime: "soon" }), causes: emptied },
    "metadata: does not decode": {
      ...update,
      old: (object) => Object.assign(object, { metadata: 7 }),
      causes: emptied,
    },
    "user: a person": { ...update, user: by("jane"), causes: emptied },
    "user: a token without a pod": { ...update, user: by("system:serviceaccount:team-a:controller"), causes: emptied },
    "user: a pod of kube-system": { ...update, user: byPod("other-0", "node-1", "kube-system:other"), causes: emptied },
    "user: another node": {
      ...write,
      operations: ["DELETE"],
      old: nodeLease,
      user: by("system:node:node-2", "system:nodes"),
      causes: deleted,
    },
  },
});
