import { rule } from "../../../src/rules/lease/transitions-not-decreasing.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec } from "../../harness/tweaks.ts";

const plain = { strategy: null, preferredHolder: null };
const old = spec(plain);
const less = { ...plain, leaseTransitions: 0 };
const causes = [{ type: "FieldValueInvalid", field: "spec.leaseTransitions" }];

testRule(rule, {
  silent: {
    "leaseTransitions: kept": { old, tweak: spec(plain) },
    "leaseTransitions: more": { old, tweak: spec({ ...plain, leaseTransitions: 2 }) },
    "leaseTransitions: null, as other libraries leave it": { old, tweak: spec({ ...plain, leaseTransitions: null }) },
    "leaseTransitions: absent before": { old: spec({ ...plain, leaseTransitions: null }), tweak: spec(less) },
    "leaseTransitions: reset from a count that no election reaches": {
      old: spec({ ...plain, leaseTransitions: 2 ** 30 }),
      tweak: spec(less),
    },
    "leaseTransitions: lowered from the most there is, while the term runs": {
      now: "2026-07-01T08:00:12Z",
      old: spec({ ...plain, leaseTransitions: 2_147_483_647 }),
      tweak: spec({ ...plain, leaseTransitions: 2_147_483_646 }),
    },
  },
  reports: {
    "leaseTransitions: one less": { old, tweak: spec(less), causes },
    "leaseTransitions: one less, while the term runs": { now: "2026-07-01T08:00:12Z", old, tweak: spec(less), causes },
    "leaseTransitions: less than the most that an election may reach": {
      old: spec({ ...plain, leaseTransitions: 2 ** 30 - 1 }),
      tweak: spec({ ...plain, leaseTransitions: 2 ** 30 - 2 }),
      causes,
    },
    "strategy: set": { tweak: spec({ leaseTransitions: 0 }), causes },
    "strategy: dropped by the write": { tweak: spec(less), causes },
    "strategy: brought by the write": { old, tweak: spec({ ...less, strategy: "OldestEmulationVersion" }), causes },
    "leaseTransitions: less, by another holder": {
      old,
      tweak: spec({ ...less, holderIdentity: "controller-2" }),
      causes,
    },
    "leaseTransitions: less, in a release": {
      old,
      tweak: spec({ ...less, holderIdentity: "", leaseDurationSeconds: 1 }),
      causes,
    },
    "leaseTransitions: less, of a lease without a holder": {
      old: spec({ ...plain, holderIdentity: null }),
      tweak: spec({ ...less, holderIdentity: null }),
      causes,
    },
    "leaseTransitions: less, an empty strategy counts as absent": {
      old: spec({ ...plain, strategy: "" }),
      tweak: spec({ ...less, strategy: "" }),
      causes,
    },
    "leaseTransitions: less, with every time removed": {
      old,
      tweak: spec({ ...less, acquireTime: null, renewTime: null }),
      causes,
    },
  },
});
