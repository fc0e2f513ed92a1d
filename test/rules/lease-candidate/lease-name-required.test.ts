import { rule } from "../../../src/rules/lease-candidate/lease-name-required.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const leaseName = (value: unknown) => spec({ leaseName: value });
const causes = [{ type: "FieldValueRequired", field: "spec.leaseName" }];

testRule(rule, {
  silent: {
    "leaseName: one letter": { tweak: leaseName("a") },
    "leaseName: blank": { tweak: leaseName(" ") },
    "leaseName: 0": { tweak: leaseName("0") },
    "leaseName: not the name of a Lease": { tweak: leaseName("Bad Name!/..") },
    "leaseName: longer than any name": { tweak: leaseName("a".repeat(300)) },
    "leaseName: a control character": { tweak: leaseName("\u0000") },
    "leaseName: a lone surrogate": { tweak: leaseName("\ud800") },
    "leaseName: set, empty before": { old: leaseName(""), operations: ["UPDATE"] },
    "spec: set, absent before": { old: (object) => Reflect.deleteProperty(object, "spec"), operations: ["UPDATE"] },
  },
  reports: {
    "leaseName: empty": { tweak: leaseName(""), causes },
    "leaseName: null": { tweak: leaseName(null), causes },
    "leaseName: absent": { tweak: without("spec", "leaseName"), causes },
    "spec: empty": { tweak: (object) => Object.assign(object, { spec: {} }), causes },
    "spec: null": { tweak: (object) => Object.assign(object, { spec: null }), causes },
    "spec: absent": { tweak: (object) => Reflect.deleteProperty(object, "spec"), causes },
    "leaseName: empty, among other errors": {
      tweak: spec({ leaseName: "", binaryVersion: "x", emulationVersion: "y" }),
      causes,
    },
    "leaseName: empty before too": { old: leaseName(""), tweak: leaseName(""), operations: ["UPDATE"], causes },
  },
});
