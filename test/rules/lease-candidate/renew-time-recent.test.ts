import { rule } from "../../../src/rules/lease-candidate/renew-time-recent.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const now = "2026-07-01T08:00:30.000Z";
const renewed = (renewTime: unknown) => spec({ renewTime });
const old = renewed("2026-07-01T08:00:20.000000Z");
const causes = [{ type: "FieldValueInvalid", field: "spec.renewTime" }];

testRule(rule, {
  silent: {
    "renewTime: now": { now, tweak: renewed("2026-07-01T08:00:30.000000Z") },
    "renewTime: a minute and the allowance ago": {
      now,
      old: without("spec", "renewTime"),
      tweak: renewed("2026-07-01T07:59:25.000000Z"),
    },
    "renewTime: back by twice the allowance": { now, old, tweak: renewed("2026-07-01T08:00:10.000000Z") },
    "renewTime: back, from a clock that was ahead": {
      now,
      old: renewed("2026-07-01T08:00:35.001000Z"),
      tweak: renewed("2026-07-01T08:00:10.000000Z"),
    },
    "renewTime: old, and kept": { now: "2026-07-01T09:00:00.000Z", old, tweak: old },
    "renewTime: removed, for another rule to report": { now, old, tweak: without("spec", "renewTime") },
  },
  reports: {
    "renewTime: back by more than twice the allowance": {
      now,
      old,
      tweak: renewed("2026-07-01T08:00:09.999999Z"),
      causes,
    },
    "renewTime: back, from a clock that was ahead by the allowance": {
      now,
      old: renewed("2026-07-01T08:00:35.000000Z"),
      tweak: renewed("2026-07-01T08:00:10.000000Z"),
      causes,
    },
    "renewTime: a minute, the allowance and a millisecond ago": {
      now,
      old: without("spec", "renewTime"),
      tweak: renewed("2026-07-01T07:59:24.999000Z"),
      causes,
    },
    "renewTime: of the year 1": { now, old, tweak: renewed("0001-01-01T00:00:01.000000Z"), causes },
  },
});
