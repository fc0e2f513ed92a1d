import { rule } from "../../../src/rules/lease/acquire-time-kept-on-renewal.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, spec } from "../../harness/tweaks.ts";

const now = "2026-07-01T08:00:12Z";
const soon = "2026-07-01T08:00:05Z";
const plain = { strategy: null, preferredHolder: null };
const old = spec(plain);
const later = { ...plain, acquireTime: "2026-07-01T08:00:00.000001Z" };
const both = (time: string) => ({ ...plain, acquireTime: time, renewTime: time });
const causes = [{ type: "FieldValueInvalid", field: "spec.acquireTime" }];

testRule(rule, {
  silent: {
    "acquireTime: the same instant in another offset": {
      now,
      old,
      tweak: spec({ ...plain, acquireTime: "2026-07-01T13:30:00.000000+05:30" }),
    },
    "acquireTime: removed": { now, old, tweak: spec({ ...plain, acquireTime: null }) },
    "acquireTime: null before": { now, old: spec({ ...plain, acquireTime: null }), tweak: spec(later) },
    "acquireTime: new, after the term": { now: "2026-07-01T08:00:20.000Z", old, tweak: spec(later) },
    "acquireTime: new, and the old clock was ahead": { now: "2026-07-01T08:00:05.123Z", old, tweak: spec(later) },
    "holder: kept in a release of fabric8": {
      now,
      old,
      tweak: spec({ ...later, leaseDurationSeconds: 1, renewTime: later.acquireTime }),
    },
    "holder: another": { now, old, tweak: spec({ ...later, holderIdentity: "controller-1 " }) },
    "holder: released": { now, old, tweak: spec({ ...later, holderIdentity: "" }) },
    "holder: none before": { now, old: spec({ ...plain, holderIdentity: "" }), tweak: spec(later) },
    "acquireTime: set to renewTime in each renewal": {
      now: soon,
      old: spec(both("2026-07-01T08:00:01.000000Z")),
      tweak: spec(both("2026-07-01T08:00:05.000000Z")),
    },
    "strategy: set": { now, tweak: spec({ acquireTime: "2026-07-01T08:00:01.000000Z" }) },
    "strategy: dropped by the write": { now, tweak: spec(later) },
    "strategy: brought by the write": { now, old, tweak: spec({ ...later, strategy: "OldestEmulationVersion" }) },
  },
  reports: {
    "acquireTime: later, with a duration that is no release": {
      now,
      old,
      tweak: spec({ ...later, leaseDurationSeconds: 2, renewTime: later.acquireTime }),
      causes,
    },
    "acquireTime: later, in a lease of 1 s": {
      now: "2026-07-01T08:00:05.500Z",
      old: spec({ ...plain, leaseDurationSeconds: 1, renewTime: "2026-07-01T08:00:10.500000Z" }),
      tweak: spec({ ...later, leaseDurationSeconds: 1 }),
      causes,
    },
    "acquireTime: set to renewTime in the first renewal": {
      now: soon,
      old: spec(both("2026-07-01T08:00:00.999999Z")),
      tweak: spec(both("2026-07-01T08:00:05.000000Z")),
      causes,
    },
    "acquireTime: set to renewTime, in an object without a creationTimestamp": {
      now: soon,
      old: (object) => {
        spec(both("2026-07-01T08:00:01.000000Z"))(object);
        metadata({ creationTimestamp: null })(object);
      },
      tweak: (object) => {
        spec(both("2026-07-01T08:00:05.000000Z"))(object);
        metadata({ creationTimestamp: null })(object);
      },
      causes,
    },
    "acquireTime: set to renewTime by another process with the same identity": {
      now: soon,
      old: spec({ ...both("2026-07-01T08:00:01.000000Z"), renewTime: "2026-07-01T08:00:04.000000Z" }),
      tweak: spec(both("2026-07-01T08:00:05.000000Z")),
      causes,
    },
    "acquireTime: other than renewTime": {
      now: soon,
      old: spec(both("2026-07-01T08:00:01.000000Z")),
      tweak: spec({ ...both("2026-07-01T08:00:05.000000Z"), acquireTime: "2026-07-01T08:00:04.000000Z" }),
      causes,
    },
    "acquireTime: a microsecond later": { now, old, tweak: spec(later), causes },
    "acquireTime: earlier": { now, old, tweak: spec({ ...plain, acquireTime: "2026-07-01T07:59:59.999999Z" }), causes },
    "acquireTime: later, in the last moment of the term": {
      now: "2026-07-01T08:00:19.999Z",
      old,
      tweak: spec(later),
      causes,
    },
    "acquireTime: another instant in the same clock digits": {
      now,
      old,
      tweak: spec({ ...plain, acquireTime: "2026-07-01T08:00:00.000000+01:00" }),
      causes,
    },
    "acquireTime: later, an empty strategy counts as absent": {
      now,
      old: spec({ ...plain, strategy: "" }),
      tweak: spec(later),
      causes,
    },
    "acquireTime: later, with a duration of 1 in the same write": {
      now,
      old,
      tweak: spec({ ...later, leaseDurationSeconds: 1, renewTime: "2026-07-01T08:00:12.000000Z", leaseTransitions: 2 }),
      causes,
    },
  },
});
