import { rule } from "../../../src/rules/lease/lease-duration-positive.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const duration = (leaseDurationSeconds: unknown) => spec({ leaseDurationSeconds });
const causes = [{ type: "FieldValueInvalid", field: "spec.leaseDurationSeconds" }];

testRule(rule, {
  silent: {
    "leaseDurationSeconds: 1": { tweak: duration(1) },
    "leaseDurationSeconds: 2147483647": { tweak: duration(2147483647) },
    "leaseDurationSeconds: null": { tweak: duration(null) },
    "leaseDurationSeconds: absent": { tweak: without("spec", "leaseDurationSeconds") },
    "spec: null": { tweak: (object) => Object.assign(object, { spec: null }) },
    "spec: absent": { tweak: (object) => Reflect.deleteProperty(object, "spec") },
    "leaseDurationSeconds: 1 after 0": { old: duration(0), tweak: duration(1), operations: ["UPDATE"] },
    "leaseDurationSeconds: absent after 0": {
      old: duration(0),
      tweak: without("spec", "leaseDurationSeconds"),
      operations: ["UPDATE"],
    },
  },
  reports: {
    "leaseDurationSeconds: 0": { tweak: duration(0), causes },
    "leaseDurationSeconds: -0, which JSON can write": { tweak: duration(-0), causes },
    "leaseDurationSeconds: -1": { tweak: duration(-1), causes },
    "leaseDurationSeconds: -2147483648": { tweak: duration(-2147483648), causes },
    "leaseDurationSeconds: 0 with no holder and other errors": {
      tweak: spec({ leaseDurationSeconds: 0, holderIdentity: "", leaseTransitions: -1, strategy: "" }),
      causes,
    },
    "leaseDurationSeconds: 0 after 0": { old: duration(0), tweak: duration(0), operations: ["UPDATE"], causes },
    "leaseDurationSeconds: -1 after null": { old: duration(null), tweak: duration(-1), operations: ["UPDATE"], causes },
  },
});
