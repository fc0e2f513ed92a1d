import { rule } from "../../../src/rules/lease/duration-kept.ts";
import { byPod } from "../../harness/by-pod.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const live = "2026-07-01T08:00:12Z";
const jane = { username: "jane", groups: ["system:authenticated"] };
const causes = [{ type: "FieldValueRequired", field: "spec.leaseDurationSeconds" }];
const removed = without("spec", "leaseDurationSeconds");

testRule(rule, {
  silent: {
    "duration: kept by a renewal": { tweak: spec({ renewTime: "2026-07-01T08:01:00.000000Z" }) },
    "duration: shorter": { tweak: spec({ leaseDurationSeconds: 1 }) },
    "duration: none before and after": { old: removed, tweak: removed },
    "duration: set where none was": { old: removed },
    "holder: emptied in the same write": { tweak: spec({ holderIdentity: "", leaseDurationSeconds: null }) },
    "holder: removed in the same write": { tweak: spec({ holderIdentity: null, leaseDurationSeconds: null }) },
    "holder: another": { tweak: spec({ holderIdentity: "controller-7", leaseDurationSeconds: null }) },
    "holder: none before and after": {
      old: spec({ holderIdentity: "" }),
      tweak: spec({ holderIdentity: "", leaseDurationSeconds: null }),
    },
    "renewTime: removed after the term, as Longhorn does": { tweak: spec({ renewTime: null }) },
    "user: a person, while the lease is held": { now: live, user: jane, tweak: removed },
  },
  reports: {
    "duration: removed after the term": { tweak: removed, causes },
    "duration: null": { tweak: spec({ leaseDurationSeconds: null }), causes },
    "duration: removed with both times": {
      tweak: spec({ leaseDurationSeconds: null, renewTime: null, acquireTime: null }),
      causes,
    },
    "duration: removed while the lease is held": { now: live, user: byPod("cleaner"), tweak: removed, causes },
    "user: a person, after the term": { user: jane, tweak: removed, causes },
  },
});
