import { rule } from "../../../src/rules/lease/transitions-kept-on-renewal.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec } from "../../harness/tweaks.ts";

const now = "2026-07-01T08:00:12Z";
const plain = { strategy: null, preferredHolder: null };
const old = spec(plain);
const more = { ...plain, leaseTransitions: 2 };
const causes = [{ type: "FieldValueInvalid", field: "spec.leaseTransitions" }];

testRule(rule, {
  silent: {
    "leaseTransitions: kept": { now, old, tweak: spec(plain) },
    "leaseTransitions: less, for another rule to report": { now, old, tweak: spec({ ...plain, leaseTransitions: 0 }) },
    "leaseTransitions: removed": { now, old, tweak: spec({ ...plain, leaseTransitions: null }) },
    "leaseTransitions: null before": { now, old: spec({ ...plain, leaseTransitions: null }), tweak: spec(more) },
    "leaseTransitions: more, after the term": { now: "2026-07-01T08:00:20.000Z", old, tweak: spec(more) },
    "holder: another": { now, old, tweak: spec({ ...more, holderIdentity: "Controller-1" }) },
    "holder: released": { now, old, tweak: spec({ ...more, holderIdentity: null }) },
    "holder: none before": { now, old: spec({ ...plain, holderIdentity: "" }), tweak: spec(more) },
    "strategy: set": { now, tweak: spec({ leaseTransitions: 2 }) },
    "strategy: dropped by the write": { now, tweak: spec(more) },
    "strategy: brought by the write": { now, old, tweak: spec({ ...more, strategy: "example.com/s" }) },
  },
  reports: {
    "leaseTransitions: one more": { now, old, tweak: spec(more), causes },
    "leaseTransitions: one more, in the last moment of the term": { now: "2026-07-01T08:00:19.999Z", old, tweak: spec(more), causes },
    "leaseTransitions: the most there is": { now, old, tweak: spec({ ...plain, leaseTransitions: 2_147_483_647 }), causes },
    "leaseTransitions: one more than 0": { now, old: spec({ ...plain, leaseTransitions: 0 }), tweak: spec(more), causes },
    "leaseTransitions: one more, an empty strategy counts as absent": {
      now,
      old: spec({ ...plain, strategy: "" }),
      tweak: spec({ ...more, strategy: "" }),
      causes,
    },
    "leaseTransitions: one more, with no duration in the same write": {
      now,
      old,
      tweak: spec({ ...more, leaseDurationSeconds: null, renewTime: null }),
      causes,
    },
  },
});
