import { rule } from "../../../src/rules/lease-candidate/strategy-required.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const strategy = (value: unknown) => spec({ strategy: value });
const strategies = (value: unknown) => spec({ preferredStrategies: value });
const causes = [{ type: "FieldValueRequired", field: "spec.strategy" }];
const versions = ["v1beta1", "v1alpha2"];
const list = ["v1alpha1"];

testRule(rule, {
  silent: {
    "strategy: a qualified name": { tweak: strategy("example.com/newest"), versions },
    "strategy: blank, which another rule reports": { tweak: strategy(" "), versions },
    "strategy: unknown, which another rule reports": { tweak: strategy("foo"), versions },
    "strategy: a slash, which another rule reports": { tweak: strategy("/"), versions },
    "strategy: set, empty before": { old: strategy(""), operations: ["UPDATE"], versions },
    "strategy: no field of v1alpha1": { tweak: strategy(""), versions: list },
    "preferredStrategies: absent": { tweak: without("spec", "preferredStrategies"), versions: list },
    "preferredStrategies: null": { tweak: strategies(null), versions: list },
    "preferredStrategies: empty": { tweak: strategies([]), versions: list },
    "preferredStrategies: an empty one, which another rule reports": { tweak: strategies(["a/b", ""]), versions: list },
    "preferredStrategies: a null, which another rule reports": { tweak: strategies([null]), versions: list },
    "spec: null in v1alpha1": { tweak: (object) => Object.assign(object, { spec: null }), versions: list },
    "spec: absent in v1alpha1": { tweak: (object) => Reflect.deleteProperty(object, "spec"), versions: list },
  },
  reports: {
    "strategy: empty": { tweak: strategy(""), versions, causes },
    "strategy: null": { tweak: strategy(null), versions, causes },
    "strategy: absent": { tweak: without("spec", "strategy"), versions, causes },
    "strategy: empty, among other errors": {
      tweak: spec({ strategy: "", leaseName: "", emulationVersion: "x" }),
      versions,
      causes,
    },
    "preferredStrategies: no field of later versions": {
      tweak: spec({ strategy: null, preferredStrategies: ["OldestEmulationVersion"] }),
      versions,
      causes,
    },
    "spec: empty": { tweak: (object) => Object.assign(object, { spec: {} }), versions, causes },
    "spec: null": { tweak: (object) => Object.assign(object, { spec: null }), versions, causes },
    "spec: absent": { tweak: (object) => Reflect.deleteProperty(object, "spec"), versions, causes },
    "strategy: removed": { tweak: without("spec", "strategy"), operations: ["UPDATE"], versions, causes },
    "strategy: empty before too": { old: strategy(""), tweak: strategy(""), operations: ["UPDATE"], versions, causes },
  },
});
