import { rule } from "../../../src/rules/lease/holder-identity-bounded.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const causes = [{ type: "FieldValueTooLong", field: "spec.holderIdentity" }];
const holder = (value: unknown): Row => ({ tweak: spec({ holderIdentity: value }) });

testRule(rule, {
  silent: {
    "holder: a pod's namespace, name and UUID at their longest": holder(
      `${"n".repeat(63)}/${"p".repeat(253)}_${"0".repeat(36)}`,
    ),
    "holder: 512 bytes": holder("a".repeat(512)),
    "holder: 512 bytes, 256 characters": holder("\u00e9".repeat(256)),
    "holder: 512 bytes of emojis": holder("\u{1f600}".repeat(128)),
    "holder: 64 KiB and a byte, which holder-identity-at-most-64-kib reports": holder("a".repeat(65_537)),
    "holder: empty": holder(""),
    "holder: null": holder(null),
    "holder: absent": { tweak: without("spec", "holderIdentity") },
    "spec: absent": { tweak: (object) => Reflect.deleteProperty(object, "spec") },
    "preferredHolder: 513 bytes": { tweak: spec({ preferredHolder: "a".repeat(513) }) },
    "holder: too long before too": {
      ...holder("a".repeat(600)),
      old: spec({ holderIdentity: "a".repeat(600) }),
      operations: ["UPDATE"],
    },
    "holder: too long before, gone now": {
      ...holder(""),
      old: spec({ holderIdentity: "a".repeat(600) }),
      operations: ["UPDATE"],
    },
  },
  reports: {
    "holder: 513 bytes": { ...holder("a".repeat(513)), causes },
    "holder: 513 bytes, 257 characters": { ...holder(`${"\u00e9".repeat(256)}a`), causes },
    "holder: 513 bytes, 171 characters": { ...holder("\u4e3b".repeat(171)), causes },
    "holder: 64 KiB": { ...holder("a".repeat(65_536)), causes },
    "holder: too long before too, and another": {
      ...holder("b".repeat(600)),
      old: spec({ holderIdentity: "a".repeat(600) }),
      operations: ["UPDATE"],
      causes,
    },
    "holder: too long, no holder before": {
      ...holder("b".repeat(600)),
      old: spec({ holderIdentity: "" }),
      operations: ["UPDATE"],
      causes,
    },
  },
});
