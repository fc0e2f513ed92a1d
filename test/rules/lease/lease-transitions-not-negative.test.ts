import { rule } from "../../../src/rules/lease/lease-transitions-not-negative.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const transitions = (leaseTransitions: unknown) => spec({ leaseTransitions });
const causes = [{ type: "FieldValueInvalid", field: "spec.leaseTransitions" }];

testRule(rule, {
  silent: {
    "leaseTransitions: 0": { tweak: transitions(0) },
    "leaseTransitions: -0, which JSON can write": { tweak: transitions(-0) },
    "leaseTransitions: 2147483647": { tweak: transitions(2147483647) },
    "leaseTransitions: null": { tweak: transitions(null) },
    "leaseTransitions: absent": { tweak: without("spec", "leaseTransitions") },
    "spec: null": { tweak: (object) => Object.assign(object, { spec: null }) },
    "spec: absent": { tweak: (object) => Reflect.deleteProperty(object, "spec") },
    "leaseTransitions: 0 after -1": { old: transitions(-1), tweak: transitions(0), operations: ["UPDATE"] },
    "leaseTransitions: lower than before": { old: transitions(7), tweak: transitions(0), operations: ["UPDATE"] },
    "leaseTransitions: absent after 7": {
      old: transitions(7),
      tweak: without("spec", "leaseTransitions"),
      operations: ["UPDATE"],
    },
    "holderIdentity: changed without a transition": {
      tweak: spec({ holderIdentity: "controller-9" }),
      operations: ["UPDATE"],
    },
  },
  reports: {
    "leaseTransitions: -1": { tweak: transitions(-1), causes },
    "leaseTransitions: -2147483648": { tweak: transitions(-2147483648), causes },
    "leaseTransitions: -1 with no holder and other errors": {
      tweak: spec({ leaseTransitions: -1, holderIdentity: "", leaseDurationSeconds: 0, strategy: "" }),
      causes,
    },
    "leaseTransitions: -1 after -1": { old: transitions(-1), tweak: transitions(-1), operations: ["UPDATE"], causes },
    "leaseTransitions: -1 after -2": { old: transitions(-2), tweak: transitions(-1), operations: ["UPDATE"], causes },
  },
});
