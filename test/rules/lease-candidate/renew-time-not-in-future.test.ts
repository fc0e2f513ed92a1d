import { rule } from "../../../src/rules/lease-candidate/renew-time-not-in-future.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const causes = [{ type: "FieldValueInvalid", field: "spec.renewTime" }];
/**
 * Returns a row with this renewTime. The write is at 08:01:00, and the clock-skew allowance is five
 * seconds.
 */
const renewed = (renewTime: unknown): Row => ({ tweak: spec({ renewTime }) });

testRule(rule, {
  silent: {
    "renewTime: now": renewed("2026-07-01T08:01:00.000000Z"),
    "renewTime: the end of the allowance": renewed("2026-07-01T08:01:05.000000Z"),
    "renewTime: the end of the allowance in another zone": renewed("2026-07-01T10:01:05.000000+02:00"),
    "renewTime: long past": renewed("0001-01-01T00:00:01.000000Z"),
    "renewTime: more than a day ahead, which renew-time-within-a-day reports": renewed("2026-07-02T08:01:02.000000Z"),
    "renewTime: null": renewed(null),
    "renewTime: absent": { tweak: without("spec", "renewTime") },
    "spec: null": { tweak: (object) => Object.assign(object, { spec: null }) },
    "pingTime: in the future": { tweak: spec({ pingTime: "2036-07-01T08:00:00.000000Z" }) },
    "renewTime: in the future before too": {
      ...renewed("2036-07-01T08:00:00.000000Z"),
      old: spec({ renewTime: "2036-07-01T08:00:00.000000Z" }),
      operations: ["UPDATE"],
    },
    "renewTime: in the future before too, in another zone": {
      ...renewed("2036-07-01T10:00:00.000000+02:00"),
      old: spec({ renewTime: "2036-07-01T08:00:00.000000Z" }),
      operations: ["UPDATE"],
    },
  },
  reports: {
    "renewTime: a microsecond past the allowance": { ...renewed("2026-07-01T08:01:05.000001Z"), causes },
    "renewTime: the local time of a zone to the east, called UTC": {
      ...renewed("2026-07-01T10:01:00.000000Z"),
      causes,
    },
    "renewTime: past the allowance in another zone": { ...renewed("2026-07-01T06:01:05.000001-02:00"), causes },
    "renewTime: a day ahead": { ...renewed("2026-07-02T08:01:00.000000Z"), causes },
    "renewTime: in the future, absent before": {
      ...renewed("2026-07-01T10:00:00.000000Z"),
      old: spec({ renewTime: null }),
      operations: ["UPDATE"],
      causes,
    },
    "renewTime: less far in the future than before": {
      ...renewed("2026-07-01T10:00:00.000000Z"),
      old: spec({ renewTime: "2026-07-01T12:00:00.000000Z" }),
      operations: ["UPDATE"],
      causes,
    },
    "renewTime: in the future, among other changes": {
      tweak: spec({ renewTime: "2026-07-01T10:00:00.000000Z", pingTime: null, binaryVersion: "1.37.0" }),
      causes,
    },
  },
});
