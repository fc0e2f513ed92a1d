import { rule } from "../../../src/rules/lease/holder-identity-at-most-64-kib.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const causes = [{ type: "FieldValueTooLong", field: "spec.holderIdentity" }];
const holder = (value: unknown): Row => ({ tweak: spec({ holderIdentity: value }) });

testRule(rule, {
  silent: {
    "holder: 64 KiB": holder("a".repeat(65_536)),
    "holder: 64 KiB, 32 Ki characters": holder("\u00e9".repeat(32_768)),
    "holder: empty": holder(""),
    "holder: null": holder(null),
    "holder: absent": { tweak: without("spec", "holderIdentity") },
    "holder: too long before too": {
      ...holder("a".repeat(70_000)),
      old: spec({ holderIdentity: "a".repeat(70_000) }),
      operations: ["UPDATE"],
    },
  },
  reports: {
    "holder: 64 KiB and a byte": { ...holder("a".repeat(65_537)), causes },
    "holder: 64 KiB and a byte, fewer characters": { ...holder(`${"\u00e9".repeat(32_768)}a`), causes },
    "holder: a mebibyte": { ...holder("a".repeat(2 ** 20)), causes },
    "holder: too long before too, and another": {
      ...holder("b".repeat(70_000)),
      old: spec({ holderIdentity: "a".repeat(70_000) }),
      operations: ["UPDATE"],
      causes,
    },
  },
});
