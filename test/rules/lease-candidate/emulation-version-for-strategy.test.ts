import { rule } from "../../../src/rules/lease-candidate/emulation-version-for-strategy.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const oldest = "OldestEmulationVersion";
const emulationVersion = (value: unknown) => spec({ emulationVersion: value });
/**
 * Returns a tweak that sets both `strategy` and `preferredStrategies`. An API version ignores the
 * field that the version does not define.
 */
const strategy = (value: unknown) => spec({ emulationVersion: "", strategy: value, preferredStrategies: [value] });
const strategies = (value: unknown) => spec({ emulationVersion: "", preferredStrategies: value });
const causes = [{ type: "FieldValueRequired", field: "spec.emulationVersion" }];
const list = ["v1alpha1"];
const single = ["v1beta1", "v1alpha2"];

testRule(rule, {
  silent: {
    "emulationVersion: the lowest above 0.0.0": { tweak: emulationVersion("0.0.1") },
    "emulationVersion: 1.0.0-a": { tweak: emulationVersion("1.0.0-a") },
    "emulationVersion: just below 0.0.0": { tweak: emulationVersion("0.0.0-a") },
    "emulationVersion: the lowest of all": { tweak: emulationVersion("0.0.0-0") },
    "emulationVersion: above binaryVersion, which another rule reports": { tweak: emulationVersion("9.0.0") },
    "emulationVersion: invalid, which another rule reports": { tweak: emulationVersion("v0.0.0") },
    "emulationVersion: invalid zeros, which another rule reports": { tweak: emulationVersion("0.0") },
    "emulationVersion: blank, which another rule reports": { tweak: emulationVersion(" ") },
    "strategy: empty": { tweak: strategy("") },
    "strategy: null": { tweak: strategy(null) },
    "strategy: another": { tweak: strategy("example.com/OldestEmulationVersion") },
    "strategy: another case": { tweak: strategy("oldestemulationversion") },
    "strategy: longer by a blank": { tweak: strategy("OldestEmulationVersion ") },
    "strategy: absent": {
      tweak: (object) => Object.assign(object, { spec: { leaseName: "controller", binaryVersion: "1.0.0" } }),
    },
    "preferredStrategies: null": { tweak: strategies(null), versions: list },
    "preferredStrategies: empty": { tweak: strategies([]), versions: list },
    "strategy: no field of v1alpha1": {
      tweak: spec({ emulationVersion: "", strategy: oldest, preferredStrategies: [] }),
      versions: list,
    },
    "preferredStrategies: no field of later versions": {
      tweak: spec({ emulationVersion: "", strategy: "a/b", preferredStrategies: [oldest] }),
      versions: single,
    },
    "spec: null": { tweak: (object) => Object.assign(object, { spec: null }) },
    "spec: absent": { tweak: (object) => Reflect.deleteProperty(object, "spec") },
    "emulationVersion: set, empty before": { old: emulationVersion(""), operations: ["UPDATE"] },
  },
  reports: {
    "emulationVersion: empty": { tweak: emulationVersion(""), causes },
    "emulationVersion: null": { tweak: emulationVersion(null), causes },
    "emulationVersion: absent": { tweak: without("spec", "emulationVersion"), causes },
    "emulationVersion: 0.0.0": { tweak: emulationVersion("0.0.0"), causes },
    "emulationVersion: 0.0.0 of some build": { tweak: emulationVersion("0.0.0+build"), causes },
    "emulationVersion: empty like binaryVersion": { tweak: spec({ emulationVersion: "", binaryVersion: "" }), causes },
    "emulationVersion: empty, with an invalid binaryVersion": {
      tweak: spec({ emulationVersion: "", binaryVersion: "x" }),
      causes,
    },
    "emulationVersion: 0.0.0 above binaryVersion": {
      tweak: spec({ emulationVersion: "0.0.0", binaryVersion: "0.0.0-a" }),
      causes,
    },
    "preferredStrategies: first of three": { tweak: strategies([oldest, "a/b", "c/d"]), versions: list, causes },
    "preferredStrategies: last of three": { tweak: strategies(["a/b", "c/d", oldest]), versions: list, causes },
    "preferredStrategies: twice, reported once": { tweak: strategies([oldest, oldest]), versions: list, causes },
    "preferredStrategies: next to invalid ones": { tweak: strategies([null, "a/", oldest]), versions: list, causes },
    "strategy: changed to it": { tweak: strategy(oldest), old: strategy("a/b"), operations: ["UPDATE"], causes },
    "emulationVersion: empty before too": {
      old: emulationVersion(""),
      tweak: emulationVersion(""),
      operations: ["UPDATE"],
      causes,
    },
  },
});
