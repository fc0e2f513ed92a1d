import { rule } from "../../../src/rules/metadata/live-object-not-collected.ts";
import { byPod } from "../../harness/by-pod.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, spec, without } from "../../harness/tweaks.ts";

const user = { username: "system:serviceaccount:kube-system:generic-garbage-collector", groups: [] };
const causes = [{ type: "FieldValueForbidden", field: "metadata.name" }];
const nodeLease = metadata({ namespace: "kube-node-lease" });
/** The lease term of the valid Lease expires at 08:00:25.123456, and 5 s of it are the allowance. */
const lease = { now: "2026-07-01T08:00:12Z", user, kinds: ["Lease"] } as const;
/** A Lease with this spec expires at 09:00:00. */
const long = spec({ renewTime: "2026-07-01T08:00:00.000000Z", leaseDurationSeconds: 3_600 });
/** The last renewal of the valid LeaseCandidate is at 08:00:01. */
const candidate = { now: "2026-07-01T08:05:30Z", user, kinds: ["LeaseCandidate"] } as const;

testRule(rule, {
  silent: {
    "term: over": { ...lease, now: "2026-07-01T08:01:00Z" },
    "term: ended except for the allowance": { ...lease, now: "2026-07-01T08:00:20.000Z" },
    "term: not begun by this clock": { ...lease, now: "2026-07-01T08:00:05.123Z" },
    "term: five minutes and a millisecond left": { ...lease, now: "2026-07-01T08:54:59.999Z", old: long },
    "term: of 45 hours": { ...lease, old: spec({ leaseDurationSeconds: 161_999 }) },
    "term: of 45 hours, a minute before the end of its first day": {
      ...lease,
      now: "2026-07-02T07:59:10Z",
      old: spec({ leaseDurationSeconds: 161_999 }),
    },
    "holder: empty": { ...lease, old: spec({ holderIdentity: "" }) },
    "leaseDurationSeconds: absent": { ...lease, old: without("spec", "leaseDurationSeconds") },
    "spec: null": { ...lease, old: (object) => Object.assign(object, { spec: null }) },
    "namespace: kube-node-lease": { ...lease, old: nodeLease },
    "candidate: in kube-node-lease": { ...candidate, old: nodeLease },
    "candidate: six minutes after its renewal": { ...candidate, now: "2026-07-01T08:06:01.000Z" },
    "candidate: renewed in the future": {
      ...candidate,
      old: spec({ renewTime: "2026-07-01T08:05:35.001000Z" }),
    },
    "candidate: never renewed": { ...candidate, old: spec({ renewTime: null }) },
    "user: unknown": { ...lease, user: {} },
    "user: kube-controller-manager without service accounts": {
      ...lease,
      user: { username: "system:kube-controller-manager" },
    },
    "user: the namespace controller": {
      ...lease,
      user: { username: "system:serviceaccount:kube-system:namespace-controller" },
    },
    "user: a garbage collector of another namespace": {
      ...lease,
      user: { username: "system:serviceaccount:team-a:generic-garbage-collector" },
    },
    "user: a pod": { ...lease, user: byPod("controller-0") },
    "user: a pod, of a candidate": { ...candidate, user: byPod("controller-0") },
  },
  reports: {
    "term: just begun": { ...lease, now: "2026-07-01T08:00:05.124Z", causes },
    "term: to run for a millisecond beyond the allowance": { ...lease, now: "2026-07-01T08:00:19.999Z", causes },
    "term: five minutes left": { ...lease, now: "2026-07-01T08:55:00.000Z", old: long, causes },
    "holder: a UUID": { ...lease, old: spec({ holderIdentity: "8a7f3b9c-1d2e-4f5a-9b8c-7d6e5f4a3b2c" }), causes },
    "deletion: requested again": { ...lease, old: metadata({ deletionTimestamp: "2026-07-01T08:00:11Z" }), causes },
    "candidate: just renewed": { ...candidate, now: "2026-07-01T08:00:01Z", causes },
    "candidate: renewed in the future, within the allowance": {
      ...candidate,
      old: spec({ renewTime: "2026-07-01T08:05:35.000000Z" }),
      causes,
    },
    "candidate: a millisecond before six minutes after its renewal": {
      ...candidate,
      now: "2026-07-01T08:06:00.999Z",
      causes,
    },
  },
});
