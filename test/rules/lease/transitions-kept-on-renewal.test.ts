import { rule } from "../../../src/rules/lease/transitions-kept-on-renewal.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec } from "../../harness/tweaks.ts";

const now = "2026-07-01T08:00:12Z";
const plain = { strategy: null, preferredHolder: null };
const old = spec(plain);
const more = { ...plain, leaseTransitions: 2 };
/** The state between the two writes of an acquisition by kube-lease-manager. */
const acquired = { ...plain, acquireTime: "2026-07-01T08:00:10.000000Z", renewTime: "2026-07-01T08:00:10.000000Z" };
const counted = { ...acquired, leaseTransitions: 2 };
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
    "leaseTransitions: one more, in the second write of an acquisition": {
      now,
      old: spec(acquired),
      tweak: spec(counted),
    },
    "leaseTransitions: one more, and renewTime is the same instant in another offset": {
      now,
      old: spec(acquired),
      tweak: spec({ ...counted, renewTime: "2026-07-01T13:30:10.000000+05:30" }),
    },
    "strategy: set": { now, tweak: spec({ leaseTransitions: 2 }) },
    "strategy: dropped by the write": { now, tweak: spec(more) },
    "strategy: brought by the write": { now, old, tweak: spec({ ...more, strategy: "example.com/s" }) },
  },
  reports: {
    "leaseTransitions: two more, in the second write of an acquisition": {
      now,
      old: spec(acquired),
      tweak: spec({ ...acquired, leaseTransitions: 3 }),
      causes,
    },
    "leaseTransitions: one more, in the first renewal after the acquisition": {
      now,
      old: spec(acquired),
      tweak: spec({ ...counted, renewTime: "2026-07-01T08:00:10.000001Z" }),
      causes,
    },
    "leaseTransitions: one more, without renewTime after the acquisition": {
      now,
      old: spec(acquired),
      tweak: spec({ ...counted, renewTime: null }),
      causes,
    },
    "leaseTransitions: one more, after a renewal in the microsecond after the acquisition": {
      now,
      old: spec({ ...acquired, renewTime: "2026-07-01T08:00:10.000001Z" }),
      tweak: spec({ ...counted, renewTime: "2026-07-01T08:00:10.000001Z" }),
      causes,
    },
    "leaseTransitions: one more, acquireTime null before": {
      now,
      old: spec({ ...acquired, acquireTime: null }),
      tweak: spec(counted),
      causes,
    },
    "leaseTransitions: one more": { now, old, tweak: spec(more), causes },
    "leaseTransitions: one more, in the last moment of the term": {
      now: "2026-07-01T08:00:19.999Z",
      old,
      tweak: spec(more),
      causes,
    },
    "leaseTransitions: the most there is": {
      now,
      old,
      tweak: spec({ ...plain, leaseTransitions: 2_147_483_647 }),
      causes,
    },
    "leaseTransitions: one more than 0": {
      now,
      old: spec({ ...plain, leaseTransitions: 0 }),
      tweak: spec(more),
      causes,
    },
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
