import { rule } from "../../../src/rules/lease/last-finalizer-kept.ts";
import type { UserInfo } from "../../../src/rules/rule.ts";
import { byPod } from "../../harness/by-pod.ts";
import type { Draft } from "../../harness/objects.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, spec } from "../../harness/tweaks.ts";

const user = (username: string, ...groups: readonly string[]): UserInfo => ({ username, groups });
const both =
  (...tweaks: readonly ((object: Draft) => void)[]) =>
  (object: Draft) => {
    for (const tweak of tweaks) tweak(object);
  };
const deletion = metadata({ deletionTimestamp: "2026-07-01T08:00:05Z", deletionGracePeriodSeconds: 0 });
const last = both(deletion, metadata({ finalizers: [] }));
const [sibling, jane] = [byPod("controller-0"), user("jane", "system:authenticated")];
const collector = user("system:serviceaccount:kube-system:generic-garbage-collector", "system:serviceaccounts");
/** An update that removes the only finalizer of a held Lease. The term expires at 08:00:25.123. */
const removal = { now: "2026-07-01T08:00:12Z", user: sibling, old: deletion, tweak: last };
const renewed = spec({ renewTime: "2026-07-01T08:00:12.000000Z" });
const nodeLease = metadata({ namespace: "kube-node-lease" });
const ofNode = { ...removal, old: both(deletion, nodeLease), tweak: both(last, nodeLease) };
const long = spec({ renewTime: "2026-07-01T08:00:00.000000Z", leaseDurationSeconds: 3_600 });
const ofLong = { ...removal, old: both(deletion, long), tweak: both(last, long) };
const causes = [{ type: "FieldValueForbidden", field: "metadata.finalizers" }];

testRule(rule, {
  silent: {
    "finalizers: another one stays": { ...removal, tweak: both(deletion, metadata({ finalizers: ["example.com/b"] })) },
    "finalizers: removed without a deletion": { ...removal, old: () => {}, tweak: metadata({ finalizers: null }) },
    "finalizers: removed by the pod of the holder": { ...removal, user: byPod("controller-1") },
    "finalizers: removed by the node of the holder": {
      ...removal,
      user: byPod("controller-0", "controller-1.example.com"),
    },
    "finalizers: removed with a renewal, by a client that can be the holder": {
      ...removal,
      user: jane,
      tweak: both(last, renewed),
    },
    "finalizers: removed with a takeover": { ...removal, tweak: both(last, spec({ holderIdentity: "controller-0" })) },
    "finalizers: removed with a takeover, by the garbage collector": {
      ...removal,
      tweak: both(last, spec({ holderIdentity: "controller-0" })),
      user: collector,
    },
    "finalizers: removed by an administrator": { ...removal, user: user("jane", "system:masters") },
    "finalizers: removed by an unknown user": { ...removal, user: {} },
    "finalizers: removed by the namespace controller": {
      ...removal,
      user: user("system:serviceaccount:kube-system:namespace-controller"),
    },
    "finalizers: removed by kube-controller-manager": { ...removal, user: user("system:kube-controller-manager") },
    "term: ended except for the allowance": { ...removal, now: "2026-07-01T08:00:20.000Z" },
    "term: five minutes and a millisecond left": { ...ofLong, now: "2026-07-01T08:54:59.999Z" },
    "holder: empty": { ...removal, old: both(deletion, spec({ holderIdentity: "" })) },
    "namespace: kube-node-lease, by the garbage collector": { ...ofNode, user: collector },
    "namespace: kube-node-lease, by the node": { ...ofNode, user: user("system:node:controller", "system:nodes") },
  },
  reports: {
    "finalizers: removed by a sibling": { ...removal, causes },
    "finalizers: null, by a sibling": { ...removal, tweak: both(deletion, metadata({ finalizers: null })), causes },
    "finalizers: removed by a sibling that renews the lease": { ...removal, tweak: both(last, renewed), causes },
    "finalizers: removed by the garbage collector": { ...removal, user: collector, causes },
    "finalizers: removed by a person": { ...removal, user: jane, causes },
    "finalizers: removed by a token without a pod": {
      ...removal,
      user: user("system:serviceaccount:team-b:mallory", "system:serviceaccounts"),
      causes,
    },
    "finalizers: removed by a pod that the holder does not name": { ...removal, user: byPod("cleaner"), causes },
    "term: in its last moment": { ...removal, now: "2026-07-01T08:00:19.999Z", causes },
    "term: five minutes left": { ...ofLong, now: "2026-07-01T08:55:00.000Z", causes },
    "namespace: kube-node-lease, by a person": { ...ofNode, user: jane, causes },
  },
});
