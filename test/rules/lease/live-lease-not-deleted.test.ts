import { rule } from "../../../src/rules/lease/live-lease-not-deleted.ts";
import { byPod } from "../../harness/by-pod.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { metadata, spec, without } from "../../harness/tweaks.ts";

const causes = [{ type: "FieldValueInvalid", field: "spec.holderIdentity" }];
/**
 * A time at which the rule reports a deletion of the valid object. The lease term of this object
 * expires at 08:00:25.123456. The rule rounds this time down to a second and subtracts an allowance
 * of 5 s, so it reports deletions before 08:00:20.
 */
const live = "2026-07-01T08:00:12Z";
const by = (username: string, groups: readonly string[] = ["system:authenticated"]): Row => ({
  now: live,
  user: { username, groups },
});
const collector = "system:serviceaccount:kube-system:generic-garbage-collector";
const long = spec({ leaseDurationSeconds: 161_999 });
const nodeLease = metadata({ namespace: "kube-node-lease", name: "node-1" });

testRule(rule, {
  silent: {
    "term: over": {},
    "term: ended except for the allowance": { now: "2026-07-01T08:00:20.000Z" },
    "term: not begun by this clock": { now: "2026-07-01T08:00:05.123Z" },
    "holder: empty": { now: live, old: spec({ holderIdentity: "" }) },
    "holder: null": { now: live, old: spec({ holderIdentity: null }) },
    "holder: absent": { now: live, old: without("spec", "holderIdentity") },
    "renewTime: null": { now: live, old: spec({ renewTime: null }) },
    "leaseDurationSeconds: absent": { now: live, old: without("spec", "leaseDurationSeconds") },
    "spec: null": { now: live, old: (object) => Object.assign(object, { spec: null }) },
    "spec: absent": { now: live, old: (object) => Reflect.deleteProperty(object, "spec") },
    "user: kube-apiserver": by("system:apiserver", ["system:masters"]),
    "user: kube-controller-manager without service accounts, of a lease without owners": {
      ...by("system:kube-controller-manager"),
      old: metadata({ ownerReferences: [] }),
    },
    "user: kube-controller-manager without service accounts, of the lease of a node": {
      ...by("system:kube-controller-manager"),
      old: nodeLease,
    },
    "user: the garbage collector, of the lease of a node with a long term": {
      ...by(collector),
      old: (object) => {
        nodeLease(object);
        long(object);
      },
    },
    "user: the garbage collector, which live-object-not-collected reports": by(collector),
    "user: the namespace controller": by("system:serviceaccount:kube-system:namespace-controller"),
    "user: the pod of the holder": { now: live, user: byPod("controller-1") },
    "user: a pod on the node of the holder": { now: live, user: byPod("controller-0", "controller-1.example.com") },
    "user: the node itself": { ...by("system:node:node-1", ["system:nodes"]), old: nodeLease },
  },
  reports: {
    "term: to run for a millisecond beyond the allowance": { now: "2026-07-01T08:00:19.999Z", causes },
    "term: just begun": { now: "2026-07-01T08:00:05.124Z", causes },
    "user: unknown": { now: live, causes },
    "user: of the break-glass group": { ...by("kubernetes-admin", ["system:masters"]), causes },
    "user: a garbage collector of another namespace": {
      ...by("system:serviceaccount:team-a:generic-garbage-collector"),
      causes,
    },
    "user: a namespace controller in another letter case": {
      ...by("system:serviceaccount:kube-system:Namespace-Controller"),
      causes,
    },
    "user: a sibling of the holder": { now: live, user: byPod("controller-0"), causes },
    "user: a pod that the holder does not name": { now: live, user: byPod("cleaner"), causes },
    "user: a pod with the name of the node": { now: live, user: byPod("node-1"), old: nodeLease, causes },
    "user: kube-controller-manager without service accounts, of a lease with an owner": {
      ...by("system:kube-controller-manager"),
      causes,
    },
    "user: the garbage collector, of a lease with a term of 45 hours": { ...by(collector), old: long, causes },
    "user: another node": { ...by("system:node:node-2", ["system:nodes"]), old: nodeLease, causes },
    "user: a node, of a lease that has its name elsewhere": {
      ...by("system:node:node-1", ["system:nodes"]),
      old: metadata({ name: "node-1" }),
      causes,
    },
    "deletion: requested again": { now: live, old: metadata({ deletionTimestamp: "2026-07-01T08:00:11Z" }), causes },
  },
});
