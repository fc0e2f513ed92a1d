import { rule } from "../../../src/rules/lease/transitions-bounded.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const half = 2 ** 30;
const most = 2 ** 31 - 1;
const transitions = (leaseTransitions: unknown) => spec({ leaseTransitions });
const causes = [{ type: "FieldValueInvalid", field: "spec.leaseTransitions" }];

testRule(rule, {
  silent: {
    "leaseTransitions: one less than half of the range": { tweak: transitions(half - 1) },
    "leaseTransitions: null": { tweak: transitions(null) },
    "leaseTransitions: absent": { tweak: without("spec", "leaseTransitions") },
    "leaseTransitions: negative, for another rule to report": { tweak: transitions(-1) },
    "leaseTransitions: kept": { old: transitions(half), tweak: transitions(half), operations: ["UPDATE"] },
    "leaseTransitions: the most, kept": { old: transitions(most), tweak: transitions(most), operations: ["UPDATE"] },
    "leaseTransitions: one more, to half of the range": {
      old: transitions(half - 1),
      tweak: transitions(half),
      operations: ["UPDATE"],
    },
    "leaseTransitions: one more, by another holder": {
      old: transitions(most - 1),
      tweak: spec({ leaseTransitions: most, holderIdentity: "controller-2" }),
      operations: ["UPDATE"],
    },
    "leaseTransitions: lowered": { old: transitions(most), tweak: transitions(half), operations: ["UPDATE"] },
    "leaseTransitions: a jump below half of the range": {
      old: transitions(0),
      tweak: transitions(half - 1),
      operations: ["UPDATE"],
    },
  },
  reports: {
    "leaseTransitions: half of the range, in a new lease": { tweak: transitions(half), operations: ["CREATE"], causes },
    "leaseTransitions: the most, in a new lease": { tweak: transitions(most), operations: ["CREATE"], causes },
    "leaseTransitions: two more, to half of the range": {
      old: transitions(half - 2),
      tweak: transitions(half),
      operations: ["UPDATE"],
      causes,
    },
    "leaseTransitions: two more, beyond half of the range": {
      old: transitions(half),
      tweak: transitions(half + 2),
      operations: ["UPDATE"],
      causes,
    },
    "leaseTransitions: the most, absent before": {
      old: without("spec", "leaseTransitions"),
      tweak: transitions(most),
      operations: ["UPDATE"],
      causes,
    },
    "leaseTransitions: the most, on a renewal": { tweak: transitions(most), operations: ["UPDATE"], causes },
    "leaseTransitions: the most, without a holder": {
      tweak: spec({ leaseTransitions: most, holderIdentity: "" }),
      operations: ["UPDATE"],
      causes,
    },
  },
});
