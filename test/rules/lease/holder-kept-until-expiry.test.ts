import { rule } from "../../../src/rules/lease/holder-kept-until-expiry.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec } from "../../harness/tweaks.ts";

const now = "2026-07-01T08:00:12Z";
const takenOver = spec({ holderIdentity: "other" });
const causes = [{ type: "FieldValueInvalid", field: "spec.holderIdentity" }];

testRule(rule, {
  silent: {
    "term: ended except for the allowance": { now: "2026-07-01T08:00:20.000Z", tweak: takenOver },
    "term: ended, though its offset makes it look live": {
      now,
      old: spec({ renewTime: "2026-07-01T08:00:10.123456+23:00" }),
      tweak: takenOver,
    },
    "term: begins in the future, so its clock is wrong": { now: "2026-07-01T08:00:05.123Z", tweak: takenOver },
    "term: of 68 years, a day after its renewal": {
      now: "2026-07-02T08:00:05.000Z",
      old: spec({ leaseDurationSeconds: 2_147_483_647 }),
      tweak: takenOver,
    },
    "term: begins in the year 10000": {
      now,
      old: spec({ renewTime: "9999-12-31T23:59:59.000000-01:00" }),
      tweak: takenOver,
    },
    "term: begins in the year -1": {
      now,
      old: spec({ renewTime: "0000-01-01T00:00:00.000000+01:00" }),
      tweak: takenOver,
    },
    "term: without renewTime": { now, old: spec({ renewTime: null }), tweak: takenOver },
    "term: without duration": { now, old: spec({ leaseDurationSeconds: null }), tweak: takenOver },
    "holder: kept": { now, tweak: spec({ renewTime: "2026-07-01T08:00:12.000000Z" }) },
    "holder: released with an empty text": { now, tweak: spec({ holderIdentity: "", leaseDurationSeconds: 1 }) },
    "holder: released with null": { now, tweak: spec({ holderIdentity: null }) },
    "holder: empty before": { now, old: spec({ holderIdentity: "" }), tweak: takenOver },
    "holder: null before": { now, old: spec({ holderIdentity: null }), tweak: takenOver },
    "holder: the preferred one, after the term": {
      now: "2026-07-01T08:00:20.000Z",
      tweak: spec({ holderIdentity: "controller-2", preferredHolder: null }),
    },
    "holder: the preferred one, after a release": {
      now,
      old: spec({ holderIdentity: "" }),
      tweak: spec({ holderIdentity: "controller-2", preferredHolder: null }),
    },
  },
  reports: {
    "holder: another, in the middle of the term": { now, tweak: takenOver, causes },
    "holder: another, in the last moment of the term": { now: "2026-07-01T08:00:19.999Z", tweak: takenOver, causes },
    "holder: another, from a clock ahead by the allowance": {
      now: "2026-07-01T08:00:05.124Z",
      tweak: takenOver,
      causes,
    },
    "holder: in another case": { now, tweak: spec({ holderIdentity: "Controller-1" }), causes },
    "holder: in another Unicode form": {
      now,
      old: spec({ holderIdentity: "caf\u00e9" }),
      tweak: spec({ holderIdentity: "cafe\u0301" }),
      causes,
    },
    "holder: blank, which is no release": { now, tweak: spec({ holderIdentity: " " }), causes },
    "holder: invisible, which is no release": { now, tweak: spec({ holderIdentity: "\u200b" }), causes },
    "holder: preferred by the write itself": {
      now,
      tweak: spec({ holderIdentity: "other", preferredHolder: "other" }),
      causes,
    },
    "holder: preferred by the write itself, no preferred holder before": {
      now,
      old: spec({ strategy: null, preferredHolder: "" }),
      tweak: spec({ holderIdentity: "other", preferredHolder: "other" }),
      causes,
    },
    "holder: the preferred one, before the holder has stopped": {
      now,
      tweak: spec({ holderIdentity: "controller-2", preferredHolder: null }),
      causes,
    },
    "holder: the preferred one, by kube-apiserver, which waits as well": {
      now,
      user: { username: "system:apiserver", groups: ["system:masters"] },
      tweak: spec({ holderIdentity: "controller-2", preferredHolder: null }),
      causes,
    },
    "holder: the preferred one, of another controller's strategy": {
      now,
      old: spec({ strategy: "example.com/newest" }),
      tweak: spec({ strategy: "example.com/newest", holderIdentity: "controller-2", preferredHolder: null }),
      causes,
    },
    "holder: preferred in another case": { now, tweak: spec({ holderIdentity: "Controller-2" }), causes },
    "term: ended by the write itself": {
      now,
      tweak: spec({
        holderIdentity: "other",
        leaseDurationSeconds: 1,
        renewTime: "0001-01-01T00:00:00.000000Z",
        leaseTransitions: 2,
      }),
      causes,
    },
    "term: of 68 years, in the last moment of its first day": {
      now: "2026-07-02T08:00:04.999Z",
      old: spec({ leaseDurationSeconds: 2_147_483_647 }),
      tweak: takenOver,
      causes,
    },
    "term: of 68 years": { old: spec({ leaseDurationSeconds: 2_147_483_647 }), tweak: takenOver, causes },
    "term: written in another offset": {
      now,
      old: spec({ renewTime: "2026-07-01T05:30:10.123456-02:30" }),
      tweak: takenOver,
      causes,
    },
  },
});
