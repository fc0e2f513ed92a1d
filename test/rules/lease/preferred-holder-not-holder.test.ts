import { rule } from "../../../src/rules/lease/preferred-holder-not-holder.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, spec, without } from "../../harness/tweaks.ts";

const causes = [{ type: "FieldValueInvalid", field: "spec.preferredHolder" }];
const itself = spec({ holderIdentity: "a", preferredHolder: "a" });

testRule(rule, {
  silent: {
    "preferredHolder: another": { tweak: spec({ preferredHolder: "controller-3" }) },
    "preferredHolder: another by one character": { tweak: spec({ preferredHolder: "controller-10" }) },
    "preferredHolder: another letter case, which is another identity": {
      tweak: spec({ preferredHolder: "Controller-1" }),
    },
    "preferredHolder: another form of the same character, which is another identity": {
      tweak: spec({ holderIdentity: "caf\u00e9", preferredHolder: "cafe\u0301" }),
    },
    "preferredHolder: the holder and a blank": { tweak: spec({ preferredHolder: "controller-1 " }) },
    "preferredHolder: absent": { tweak: without("spec", "preferredHolder") },
    "preferredHolder: null, holder absent": { tweak: spec({ holderIdentity: undefined, preferredHolder: null }) },
    "preferredHolder: empty, holder empty": { tweak: spec({ holderIdentity: "", preferredHolder: "" }) },
    "preferredHolder: set, holder null": { tweak: spec({ holderIdentity: null }) },
    "spec: null": { tweak: (object) => Object.assign(object, { spec: null }) },
    "holder: the preferred one, which is no longer named": {
      tweak: spec({ holderIdentity: "controller-2", preferredHolder: null }),
      operations: ["UPDATE"],
    },
    "preferredHolder: the holder as before": { tweak: itself, old: itself, operations: ["UPDATE"] },
    "preferredHolder: the holder as before, only a label written": {
      tweak: (object) => {
        itself(object);
        metadata({ labels: { a: "b" } })(object);
      },
      old: itself,
      operations: ["UPDATE"],
    },
  },
  reports: {
    "preferredHolder: the holder": { tweak: spec({ preferredHolder: "controller-1" }), causes },
    "preferredHolder: a blank, as the holder": { tweak: spec({ holderIdentity: " ", preferredHolder: " " }), causes },
    "preferredHolder: the holder, no holder before": {
      tweak: itself,
      old: spec({ preferredHolder: null }),
      operations: ["UPDATE"],
      causes,
    },
    "holder: takes over and stays preferred": {
      tweak: spec({ holderIdentity: "controller-2" }),
      operations: ["UPDATE"],
      causes,
    },
    "holder: taken back, still preferred": {
      tweak: itself,
      old: spec({ holderIdentity: "", preferredHolder: "a" }),
      operations: ["UPDATE"],
      causes,
    },
    "both: changed at once, to the same other": {
      tweak: itself,
      old: spec({ holderIdentity: "b", preferredHolder: "b" }),
      operations: ["UPDATE"],
      causes,
    },
    "both: with a new duration and new times": {
      tweak: spec({ preferredHolder: "controller-1", leaseDurationSeconds: 60, renewTime: null, leaseTransitions: 9 }),
      causes,
    },
  },
});
