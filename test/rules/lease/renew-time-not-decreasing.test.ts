import { rule } from "../../../src/rules/lease/renew-time-not-decreasing.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const now = "2026-07-01T08:00:12Z";
const back = spec({ renewTime: "2026-07-01T07:59:00.000000Z" });
const invalid = [{ type: "FieldValueInvalid", field: "spec.renewTime" }];

testRule(rule, {
  silent: {
    "renewTime: back by the longest way, in a long term": {
      now,
      tweak: spec({ renewTime: "2026-07-01T07:58:00.123456Z", leaseDurationSeconds: 2 ** 31 - 1 }),
    },
    "renewTime: the term and twice the allowance before": {
      now,
      tweak: spec({ renewTime: "2026-07-01T07:59:45.123456Z" }),
    },
    "renewTime: the same instant in another offset": {
      now,
      tweak: spec({ renewTime: "2026-07-01T06:00:10.123456-02:00" }),
    },
    "renewTime: later": { now, tweak: spec({ renewTime: "2026-07-01T08:00:10.123457Z" }) },
    "renewTime: back, after the term": { now: "2026-07-01T08:00:20.000Z", tweak: back },
    "renewTime: back, from a clock that was ahead": { now: "2026-07-01T08:00:05.123Z", tweak: back },
    "renewTime: absent before": { now, old: without("spec", "renewTime"), tweak: back },
    "renewTime: removed, for another rule to report": { now, tweak: spec({ renewTime: null }) },
    "renewTime: null before and after": { now, old: spec({ renewTime: null }), tweak: without("spec", "renewTime") },
    "duration: absent before": { now, old: without("spec", "leaseDurationSeconds"), tweak: back },
    "holder: another, which another rule evaluates": {
      now,
      tweak: spec({ holderIdentity: "Controller-1", renewTime: "2026-07-01T08:00:00.000000Z" }),
    },
    "holder: released with an old renewTime": {
      now,
      tweak: spec({ holderIdentity: "", renewTime: "0001-01-01T00:00:00.000000Z" }),
    },
    "holder: released without renewTime": { now, tweak: spec({ holderIdentity: null, renewTime: null }) },
    "holder: none before": { now, old: spec({ holderIdentity: "" }), tweak: back },
    "holder: none before and after": {
      now,
      old: spec({ holderIdentity: "" }),
      tweak: spec({ holderIdentity: null, renewTime: null }),
    },
  },
  reports: {
    "renewTime: back by more than any way, in a term that would allow it": {
      now,
      tweak: spec({ renewTime: "2026-07-01T07:58:00.123455Z", leaseDurationSeconds: 2 ** 31 - 1 }),
      causes: invalid,
    },
    "renewTime: the term, twice the allowance and a microsecond before": {
      now,
      tweak: spec({ renewTime: "2026-07-01T07:59:45.123455Z" }),
      causes: invalid,
    },
    "renewTime: back, in the last moment of the term": {
      now: "2026-07-01T08:00:19.999Z",
      tweak: back,
      causes: invalid,
    },
    "renewTime: back, from a clock ahead by the allowance": {
      now: "2026-07-01T08:00:05.124Z",
      tweak: back,
      causes: invalid,
    },
    "renewTime: back, in an offset that makes it look later": {
      now,
      tweak: spec({ renewTime: "2026-07-01T09:00:00.000000+02:00" }),
      causes: invalid,
    },
    "renewTime: back to year 0": { now, tweak: spec({ renewTime: "0000-01-01T00:00:00.000000Z" }), causes: invalid },
    "renewTime: back, with a short duration in the same write": {
      now,
      tweak: spec({
        renewTime: "2026-07-01T07:59:59.000000Z",
        leaseDurationSeconds: 1,
        strategy: null,
        leaseTransitions: 9,
      }),
      causes: invalid,
    },
    "renewTime: back by more than twice the allowance, without a duration": {
      now,
      tweak: spec({ renewTime: "2026-07-01T08:00:00.123455Z", leaseDurationSeconds: null }),
      causes: invalid,
    },
  },
});
