import { rule } from "../../../src/rules/lease-candidate/renew-time-within-a-day.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const causes = [{ type: "FieldValueInvalid", field: "spec.renewTime" }];
/** Returns a row with this renewTime. The write is at 08:01:00 on 1 July. */
const renewed = (renewTime: unknown): Row => ({ tweak: spec({ renewTime }) });
const far = "2036-07-01T08:00:00.000000Z";

testRule(rule, {
  silent: {
    "renewTime: now": renewed("2026-07-01T08:01:00.000000Z"),
    "renewTime: a day ahead": renewed("2026-07-02T08:01:00.000000Z"),
    "renewTime: a day ahead in another zone": renewed("2026-07-02T10:01:00.000000+02:00"),
    "renewTime: long past": renewed("0001-01-01T00:00:01.000000Z"),
    "renewTime: null": renewed(null),
    "renewTime: absent": { tweak: without("spec", "renewTime") },
    "renewTime: far ahead before too": { ...renewed(far), old: spec({ renewTime: far }), operations: ["UPDATE"] },
    "pingTime: far ahead": { tweak: spec({ pingTime: far }) },
  },
  reports: {
    "renewTime: more than a day ahead": { ...renewed("2026-07-02T08:01:02.000000Z"), causes },
    "renewTime: the last possible time": { ...renewed("9999-12-31T23:59:59.999999Z"), causes },
    "renewTime: ten years ahead, absent before": {
      ...renewed(far),
      old: spec({ renewTime: null }),
      operations: ["UPDATE"],
      causes,
    },
    "renewTime: less far ahead than before": {
      ...renewed(far),
      old: spec({ renewTime: "2046-07-01T08:00:00.000000Z" }),
      operations: ["UPDATE"],
      causes,
    },
  },
});
