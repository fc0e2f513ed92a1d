import { rule } from "../../../src/rules/lease/duration-lengthened-by-renewal.ts";
import { byPod } from "../../harness/by-pod.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const live = "2026-07-01T08:00:12Z";
const now = "2026-07-01T08:01:15.124Z";
const longer = { leaseDurationSeconds: 16 };
const newTerm = { leaseDurationSeconds: 71 };
const causes = [{ type: "FieldValueInvalid", field: "spec.leaseDurationSeconds" }];

testRule(rule, {
  silent: {
    "duration: kept": { now, tweak: spec({ leaseTransitions: 2 }) },
    "duration: shorter": { now, tweak: spec({ leaseDurationSeconds: 14 }) },
    "duration: removed": { now, tweak: without("spec", "leaseDurationSeconds") },
    "duration: longer, while the term runs": { now: live, tweak: spec(longer) },
    "duration: longer, renewed a microsecond later": {
      now,
      tweak: spec({ ...longer, renewTime: "2026-07-01T08:00:10.123457Z" }),
    },
    "duration: longer, while a renewal may still be on its way": {
      now: "2026-07-01T08:01:15.123Z",
      tweak: spec(longer),
    },
    "duration: longer, renewed by a clock that is behind": {
      now,
      tweak: spec({ ...longer, renewTime: "2026-07-01T08:00:10.124000Z" }),
    },
    "duration: set by a renewal": {
      now,
      old: without("spec", "leaseDurationSeconds"),
      tweak: spec({ renewTime: "2026-07-01T08:01:15.000000Z" }),
    },
    "duration: longer, renewed for the first time": { now, old: spec({ renewTime: null }), tweak: spec(longer) },
    "duration: a new term, by a pod, which term-started-by-renewal reports": {
      now,
      user: byPod("cleaner"),
      tweak: spec(newTerm),
    },
    "duration: a second longer, by the holder's pod": { now, user: byPod("controller-1"), tweak: spec(longer) },
    "duration: a new term, by a sibling, which written-by-its-holder reports": {
      now,
      user: byPod("controller-0"),
      tweak: spec(newTerm),
    },
    "holder: another": { now, tweak: spec({ ...longer, holderIdentity: "controller-2" }) },
    "holder: none": { now, old: spec({ holderIdentity: "" }), tweak: spec({ ...longer, holderIdentity: "" }) },
    "holder: released": { now, tweak: spec({ ...longer, holderIdentity: "" }) },
    "holder: none before": { now, old: spec({ holderIdentity: "" }), tweak: spec(longer) },
  },
  reports: {
    "duration: a second longer": { now, tweak: spec(longer), causes },
    "duration: a second longer, by another pod": { now, user: byPod("cleaner"), tweak: spec(longer), causes },
    "duration: a new term, by a pod whose clock may be far behind": {
      now,
      user: byPod("cleaner"),
      tweak: spec({ leaseDurationSeconds: 3_600, renewTime: "2026-07-01T08:00:00.000000Z" }),
      causes,
    },
    "duration: a new term, by a token without a pod": {
      now,
      user: { username: "system:serviceaccount:team-a:controller", groups: [] },
      tweak: spec(newTerm),
      causes,
    },
    "duration: a new term, by an administrator in a pod": {
      now,
      user: { ...byPod("cleaner"), groups: ["system:masters"] },
      tweak: spec(newTerm),
      causes,
    },
    "duration: set": { now, old: without("spec", "leaseDurationSeconds"), tweak: spec(longer), causes },
    "duration: longer, with renewTime put back": {
      now,
      tweak: spec({ ...longer, renewTime: "2026-07-01T08:00:10.000000Z" }),
      causes,
    },
    "duration: longer, with renewTime removed": { now, tweak: spec({ ...longer, renewTime: null }), causes },
    "duration: longer, the same renewTime in another offset": {
      now,
      tweak: spec({ ...longer, renewTime: "2026-07-01T06:00:10.123456-02:00" }),
      causes,
    },
    "duration: 68 years, of a lease without renewTime": {
      now,
      old: spec({ renewTime: null }),
      tweak: spec({ leaseDurationSeconds: 2 ** 31 - 1, renewTime: null }),
      causes,
    },
  },
});
