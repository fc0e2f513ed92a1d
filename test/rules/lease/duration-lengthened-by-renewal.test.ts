import { rule } from "../../../src/rules/lease/duration-lengthened-by-renewal.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const live = "2026-07-01T08:00:12Z";
const now = "2026-07-01T08:01:15.124Z";
const longer = { leaseDurationSeconds: 16 };
const causes = [{ type: "FieldValueInvalid", field: "spec.leaseDurationSeconds" }];

testRule(rule, {
  silent: {
    "duration: kept": { now, tweak: spec({ leaseTransitions: 2 }) },
    "duration: shorter": { now, tweak: spec({ leaseDurationSeconds: 14 }) },
    "duration: removed": { now, tweak: without("spec", "leaseDurationSeconds") },
    "duration: longer, while the term runs": { now: live, tweak: spec(longer) },
    "duration: longer, renewed a microsecond later": { now, tweak: spec({ ...longer, renewTime: "2026-07-01T08:00:10.123457Z" }) },
    "duration: longer, while a renewal may still be on its way": { now: "2026-07-01T08:01:15.123Z", tweak: spec(longer) },
    "duration: longer, renewed by a clock that is behind": { now, tweak: spec({ ...longer, renewTime: "2026-07-01T08:00:10.124000Z" }) },
    "duration: set by a renewal": {
      now,
      old: without("spec", "leaseDurationSeconds"),
      tweak: spec({ renewTime: "2026-07-01T08:01:15.000000Z" }),
    },
    "duration: longer, renewed for the first time": { now, old: spec({ renewTime: null }), tweak: spec(longer) },
    "holder: another": { now, tweak: spec({ ...longer, holderIdentity: "controller-2" }) },
    "holder: none": { now, old: spec({ holderIdentity: "" }), tweak: spec({ ...longer, holderIdentity: "" }) },
    "holder: released": { now, tweak: spec({ ...longer, holderIdentity: "" }) },
    "holder: none before": { now, old: spec({ holderIdentity: "" }), tweak: spec(longer) },
  },
  reports: {
    "duration: a second longer": { now, tweak: spec(longer), causes },
    "duration: set": { now, old: without("spec", "leaseDurationSeconds"), tweak: spec(longer), causes },
    "duration: longer, with renewTime put back": { now, tweak: spec({ ...longer, renewTime: "2026-07-01T08:00:10.000000Z" }), causes },
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
