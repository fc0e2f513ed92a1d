import { rule } from "../../../src/rules/lease/transitions-advance-with-holder.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec } from "../../harness/tweaks.ts";

const plain = { strategy: null, preferredHolder: null };
const old = spec(plain);
const taken = { ...plain, holderIdentity: "controller-2" };
const causes = [{ type: "FieldValueInvalid", field: "spec.leaseTransitions" }];

testRule(rule, {
  silent: {
    "leaseTransitions: one more": { old, tweak: spec({ ...taken, leaseTransitions: 2 }) },
    "leaseTransitions: some more, for several may have come between": {
      old,
      tweak: spec({ ...taken, leaseTransitions: 7 }),
    },
    "leaseTransitions: less, for another rule to report": { old, tweak: spec({ ...taken, leaseTransitions: 0 }) },
    "leaseTransitions: removed": { old, tweak: spec({ ...taken, leaseTransitions: null }) },
    "leaseTransitions: never written": {
      old: spec({ ...plain, leaseTransitions: null }),
      tweak: spec({ ...taken, leaseTransitions: null }),
    },
    "leaseTransitions: null before": { old: spec({ ...plain, leaseTransitions: null }), tweak: spec(taken) },
    "holder: kept": { old, tweak: spec(plain) },
    "holder: released with null": { old, tweak: spec({ ...plain, holderIdentity: null }) },
    "holder: released with an empty text": { old, tweak: spec({ ...plain, holderIdentity: "" }) },
    "holder: empty before": { old: spec({ ...plain, holderIdentity: "" }), tweak: spec(taken) },
    "strategy: set": { tweak: spec({ holderIdentity: "controller-2" }) },
    "strategy: dropped by the write": { tweak: spec(taken) },
  },
  reports: {
    "leaseTransitions: kept": { old, tweak: spec(taken), causes },
    "leaseTransitions: 0 kept": {
      old: spec({ ...plain, leaseTransitions: 0 }),
      tweak: spec({ ...taken, leaseTransitions: 0 }),
      causes,
    },
    "holder: in another case": { old, tweak: spec({ ...plain, holderIdentity: "CONTROLLER-1" }), causes },
    "holder: in another Unicode form": {
      old: spec({ ...plain, holderIdentity: "caf\u00e9" }),
      tweak: spec({ ...plain, holderIdentity: "cafe\u0301" }),
      causes,
    },
    "holder: another, an empty strategy counts as absent": {
      old: spec({ ...plain, strategy: "" }),
      tweak: spec({ ...taken, strategy: "" }),
      causes,
    },
    "holder: another, with all times changed": {
      old,
      tweak: spec({ ...taken, acquireTime: "2026-07-01T08:01:00.000000Z", renewTime: "2026-07-01T08:01:00.000000Z" }),
      causes,
    },
  },
});
