import { rule } from "../../../src/rules/lease/duration-at-most-a-day.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const duration = (leaseDurationSeconds: unknown) => spec({ leaseDurationSeconds });
const causes = [{ type: "FieldValueInvalid", field: "spec.leaseDurationSeconds" }];

testRule(rule, {
  silent: {
    "duration: a day": { tweak: duration(86_400) },
    "duration: null": { tweak: duration(null) },
    "duration: absent": { tweak: without("spec", "leaseDurationSeconds") },
    "duration: negative, for another rule to report": { tweak: duration(-1) },
    "duration: 30 days and a second, which duration-at-most-30-days reports": { tweak: duration(2_592_001) },
    "duration: longer, kept": { old: duration(86_401), tweak: duration(86_401), operations: ["UPDATE"] },
    "duration: reset from 68 years": { old: duration(2 ** 31 - 1), tweak: duration(15), operations: ["UPDATE"] },
  },
  reports: {
    "duration: a day and a second": { tweak: duration(86_401), causes },
    "duration: 30 days": { tweak: duration(2_592_000), causes },
    "duration: of a lease without a holder": {
      tweak: spec({ leaseDurationSeconds: 86_401, holderIdentity: null }),
      causes,
    },
    "duration: lowered, but not to a day": {
      old: duration(2 ** 31 - 1),
      tweak: duration(86_401),
      operations: ["UPDATE"],
      causes,
    },
  },
});
