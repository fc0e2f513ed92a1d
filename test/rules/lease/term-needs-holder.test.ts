import { rule } from "../../../src/rules/lease/term-needs-holder.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec } from "../../harness/tweaks.ts";

const now = "2026-07-01T08:00:20Z";
const free = { holderIdentity: "", strategy: null, preferredHolder: null };
const old = spec(free);
const renewTime = "2026-07-01T08:00:20.000000Z";
const causes = [{ type: "FieldValueInvalid", field: "spec.renewTime" }];

testRule(rule, {
  silent: {
    "holder: set": { now, old, tweak: spec({ ...free, holderIdentity: "controller-1", renewTime }) },
    "holder: removed, which release-complete reports": { now, tweak: spec({ ...free, renewTime }) },
    "renewTime: kept, with a longer duration": { now, old, tweak: spec({ ...free, leaseDurationSeconds: 60 }) },
    "renewTime: removed": { now, old, tweak: spec({ ...free, renewTime: null }) },
    "renewTime: the same instant in another offset": {
      now,
      old,
      tweak: spec({ ...free, renewTime: "2026-07-01T09:00:10.123456+01:00" }),
    },
    "renewTime: in the future, which renew-time-near-now reports": {
      now,
      old,
      tweak: spec({ ...free, renewTime: "2026-07-01T08:00:25.999001Z" }),
    },
    "duration: absent": { now, old, tweak: spec({ ...free, leaseDurationSeconds: null, renewTime }) },
    "duration: of a repeated release": {
      now,
      old,
      tweak: spec({ ...free, leaseDurationSeconds: 1, renewTime: "2026-07-01T08:00:25.000000Z" }),
    },
    "duration: as good as over": { now, old, tweak: spec({ ...free, renewTime: "2026-07-01T08:00:11.000000Z" }) },
    "acquireTime: never set, as in a heartbeat without a holder": {
      now,
      old: spec({ ...free, acquireTime: null, leaseTransitions: null }),
      tweak: spec({ ...free, acquireTime: null, leaseTransitions: null, renewTime }),
    },
  },
  reports: {
    "renewTime: new": { now, old, tweak: spec({ ...free, renewTime }), causes },
    "renewTime: new, in a lease that only counts transitions": {
      now,
      old: spec({ ...free, acquireTime: null, leaseTransitions: 0 }),
      tweak: spec({ ...free, renewTime }),
      causes,
    },
    "renewTime: new, in a lease that has only acquireTime": {
      now,
      old: spec({ ...free, leaseTransitions: null }),
      tweak: spec({ ...free, renewTime }),
      causes,
    },
    "renewTime: set, after it was removed": {
      now,
      old: spec({ ...free, renewTime: null }),
      tweak: spec({ ...free, renewTime }),
      causes,
    },
    "renewTime: ahead by the allowance": {
      now,
      old,
      tweak: spec({ ...free, renewTime: "2026-07-01T08:00:25.000000Z" }),
      causes,
    },
    "renewTime: a term that ends a second after the allowance": {
      now,
      old,
      tweak: spec({ ...free, renewTime: "2026-07-01T08:00:13.000000Z" }),
      causes,
    },
    "holder: null": { now, old: spec({ ...free, holderIdentity: null }), tweak: spec({ ...free, renewTime }), causes },
  },
});
