import { rule } from "../../../src/rules/lease-candidate/binary-version-required.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const binaryVersion = (value: unknown) => spec({ binaryVersion: value });
const causes = [{ type: "FieldValueRequired", field: "spec.binaryVersion" }];
const versions = ["v1beta1", "v1alpha2"];
const optional = ["v1alpha1"];

testRule(rule, {
  silent: {
    "binaryVersion: 0.0.0": { tweak: binaryVersion("0.0.0") },
    "binaryVersion: blank, which another rule reports": { tweak: binaryVersion(" ") },
    "binaryVersion: invalid, which another rule reports": { tweak: binaryVersion("v1") },
    "binaryVersion: set, empty before": { old: binaryVersion(""), operations: ["UPDATE"] },
    "binaryVersion: empty in v1alpha1": { tweak: binaryVersion(""), versions: optional },
    "binaryVersion: null in v1alpha1": { tweak: binaryVersion(null), versions: optional },
    "binaryVersion: absent in v1alpha1": { tweak: without("spec", "binaryVersion"), versions: optional },
    "binaryVersion: empty in v1alpha1 without strategies": {
      tweak: spec({ binaryVersion: "", preferredStrategies: null }),
      versions: optional,
    },
    "spec: null in v1alpha1": { tweak: (object) => Object.assign(object, { spec: null }), versions: optional },
    "spec: absent in v1alpha1": { tweak: (object) => Reflect.deleteProperty(object, "spec"), versions: optional },
  },
  reports: {
    "binaryVersion: empty": { tweak: binaryVersion(""), versions, causes },
    "binaryVersion: null": { tweak: binaryVersion(null), versions, causes },
    "binaryVersion: absent": { tweak: without("spec", "binaryVersion"), versions, causes },
    "binaryVersion: empty, among other errors": {
      tweak: spec({ binaryVersion: "", emulationVersion: "x", strategy: "" }),
      versions,
      causes,
    },
    "binaryVersion: empty with another strategy": {
      tweak: spec({ binaryVersion: "", strategy: "a/b" }),
      versions,
      causes,
    },
    "spec: empty": { tweak: (object) => Object.assign(object, { spec: {} }), versions, causes },
    "spec: null": { tweak: (object) => Object.assign(object, { spec: null }), versions, causes },
    "spec: absent": { tweak: (object) => Reflect.deleteProperty(object, "spec"), versions, causes },
    "binaryVersion: empty before too": {
      old: binaryVersion(""),
      tweak: binaryVersion(""),
      operations: ["UPDATE"],
      versions,
      causes,
    },
  },
});
