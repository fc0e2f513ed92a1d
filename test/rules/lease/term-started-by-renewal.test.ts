import { rule } from "../../../src/rules/lease/term-started-by-renewal.ts";
import { byPod } from "../../harness/by-pod.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

// This time is just over 65 s after renewTime. No renewal can still be in transit, even if the
// clocks differ by 5 s.
const now = "2026-07-01T08:01:15.124Z";
const user = byPod("cleaner");
const row = { now, user } as const;
// The shortest duration for which the new lease term ends more than 5 s from now.
const longer = { leaseDurationSeconds: 71 };
const years = { leaseDurationSeconds: 2 ** 31 - 1 };
const free = spec({ holderIdentity: "green" });
const ofFree = (values: object) => spec({ holderIdentity: "green", ...values });
const causes = [{ type: "FieldValueInvalid", field: "spec.leaseDurationSeconds" }];

testRule(rule, {
  silent: {
    "duration: kept": { ...row, tweak: spec({ leaseTransitions: 2 }) },
    "duration: shorter, of a term that would run for years": { ...row, old: spec(years), tweak: spec(longer) },
    "duration: longer, and the term is still over": { ...row, tweak: spec({ leaseDurationSeconds: 70 }) },
    "duration: restored after a release that keeps the holder": { ...row, old: spec({ leaseDurationSeconds: 1 }) },
    "duration: longer, while the term runs": { ...row, now: "2026-07-01T08:00:12Z", tweak: spec(longer) },
    "duration: set by the second write of an acquisition": {
      ...row,
      now: "2026-07-01T08:00:12Z",
      old: without("spec", "leaseDurationSeconds"),
    },
    "duration: longer, while a renewal may still be on its way": {
      ...row,
      now: "2026-07-01T08:01:15.123Z",
      tweak: spec(longer),
    },
    "duration: longer, renewed a microsecond later": {
      ...row,
      tweak: spec({ ...longer, renewTime: "2026-07-01T08:00:10.123457Z" }),
    },
    "duration: longer, renewed by a clock that is far behind": {
      ...row,
      tweak: spec({ ...longer, renewTime: "2026-07-01T08:00:10.123455Z" }),
    },
    "duration: longer, without a renewTime": {
      ...row,
      old: spec({ renewTime: null }),
      tweak: spec({ ...years, renewTime: null }),
    },
    "holder: none, as in a manifest that restores a released lease": {
      ...row,
      old: spec({ holderIdentity: "", leaseDurationSeconds: 1 }),
      tweak: spec({ ...longer, holderIdentity: "" }),
    },
    "holder: restored together with the duration": {
      ...row,
      old: spec({ holderIdentity: "", leaseDurationSeconds: 1 }),
      tweak: spec(longer),
    },
    "holder: another": { ...row, tweak: spec({ ...longer, holderIdentity: "cleaner" }) },
    "user: the holder's pod": { ...row, user: byPod("controller-1"), tweak: spec(longer) },
    "user: a sibling of the holder, which written-by-its-holder reports": {
      ...row,
      user: byPod("controller-0"),
      tweak: spec(longer),
    },
    "user: a sibling of the holder, two days after renewTime, which written-by-its-holder reports": {
      ...row,
      now: "2026-07-03T08:00:00Z",
      user: byPod("controller-0"),
      tweak: spec(years),
    },
    "user: unknown": { now, tweak: spec(longer) },
    "user: a token without a pod": { now, user: { username: user.username, groups: user.groups }, tweak: spec(longer) },
    "user: an administrator": { now, user: { ...user, groups: ["system:masters"] }, tweak: spec(longer) },
  },
  reports: {
    "duration: longer, and a new term starts": { ...row, tweak: spec(longer), causes },
    "duration: set": { ...row, old: without("spec", "leaseDurationSeconds"), tweak: spec(longer), causes },
    "duration: 68 years": { ...row, tweak: spec(years), causes },
    "duration: longer, the same renewTime in another offset": {
      ...row,
      tweak: spec({ ...longer, renewTime: "2026-07-01T06:00:10.123456-02:00" }),
      causes,
    },
    "holder: a free identity": { ...row, old: free, tweak: ofFree(longer), causes },
  },
});
