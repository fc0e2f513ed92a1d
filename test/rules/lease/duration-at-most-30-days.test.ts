import { rule } from "../../../src/rules/lease/duration-at-most-30-days.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const duration = (leaseDurationSeconds: unknown) => spec({ leaseDurationSeconds });
const causes = [{ type: "FieldValueInvalid", field: "spec.leaseDurationSeconds" }];

testRule(rule, {
  silent: {
    "duration: 30 days": { tweak: duration(2_592_000) },
    "duration: null": { tweak: duration(null) },
    "duration: absent": { tweak: without("spec", "leaseDurationSeconds") },
    "duration: longer, kept": { old: duration(2_592_001), tweak: duration(2_592_001), operations: ["UPDATE"] },
    "duration: reset from 68 years": { old: duration(2 ** 31 - 1), tweak: duration(15), operations: ["UPDATE"] },
  },
  reports: {
    "duration: 30 days and a second": { tweak: duration(2_592_001), causes },
    "duration: 68 years": { tweak: duration(2 ** 31 - 1), causes },
    "duration: of a lease without a holder": {
      tweak: spec({ leaseDurationSeconds: 2_592_001, holderIdentity: null }),
      causes,
    },
    "duration: lowered, but not to 30 days": {
      old: duration(2 ** 31 - 1),
      tweak: duration(2_592_001),
      operations: ["UPDATE"],
      causes,
    },
  },
});
