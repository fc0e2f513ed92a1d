import { rule } from "../../../src/rules/lease/renew-time-kept.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const now = "2026-07-01T08:00:12Z";
const removed = spec({ renewTime: null });
const causes = [{ type: "FieldValueRequired", field: "spec.renewTime" }];

testRule(rule, {
  silent: {
    "renewTime: kept": { now, tweak: spec({ leaseTransitions: 2 }) },
    "renewTime: back, for another rule to report": { now, tweak: spec({ renewTime: "0001-01-01T00:00:00.000000Z" }) },
    "renewTime: removed, after the term": { now: "2026-07-01T08:00:20.000Z", tweak: removed },
    "renewTime: removed, that of a clock that was ahead": { now: "2026-07-01T08:00:05.123Z", tweak: removed },
    "renewTime: absent before": { now, old: without("spec", "renewTime"), tweak: removed },
    "duration: absent before": { now, old: without("spec", "leaseDurationSeconds"), tweak: removed },
    "holder: released without renewTime": { now, tweak: spec({ holderIdentity: null, renewTime: null }) },
    "holder: another, for another rule to report": {
      now,
      tweak: spec({ holderIdentity: "controller-2", renewTime: null }),
    },
    "holder: none before": { now, old: spec({ holderIdentity: "" }), tweak: removed },
  },
  reports: {
    "renewTime: null": { now, tweak: removed, causes },
    "renewTime: absent": { now, tweak: without("spec", "renewTime"), causes },
    "renewTime: null, in the last moment of the term": { now: "2026-07-01T08:00:19.999Z", tweak: removed, causes },
    "renewTime: null, with the duration": { now, tweak: spec({ renewTime: null, leaseDurationSeconds: null }), causes },
    "renewTime: null, with a longer duration": {
      now,
      tweak: spec({ renewTime: null, leaseDurationSeconds: 20 }),
      causes,
    },
  },
});
