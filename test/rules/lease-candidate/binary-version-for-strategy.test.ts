import { rule } from "../../../src/rules/lease-candidate/binary-version-for-strategy.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const oldest = "OldestEmulationVersion";
const binaryVersion = (value: unknown) => spec({ binaryVersion: value });
const strategies = (value: unknown) => spec({ binaryVersion: "", preferredStrategies: value });
const causes = [{ type: "FieldValueRequired", field: "spec.binaryVersion" }];
const versions = ["v1alpha1"];
const later = ["v1beta1", "v1alpha2"];

testRule(rule, {
  silent: {
    "binaryVersion: the lowest above 0.0.0": { tweak: binaryVersion("0.0.1") },
    "binaryVersion: just below 0.0.0": { tweak: binaryVersion("0.0.0-a") },
    "binaryVersion: the lowest of all": { tweak: binaryVersion("0.0.0-0") },
    "binaryVersion: invalid, which another rule reports": { tweak: binaryVersion("v0.0.0") },
    "binaryVersion: invalid zeros, which another rule reports": { tweak: binaryVersion("0.0") },
    "binaryVersion: blank, which another rule reports": { tweak: binaryVersion(" ") },
    "preferredStrategies: absent": { tweak: (object) => Object.assign(object, { spec: { leaseName: "controller" } }) },
    "preferredStrategies: null": { tweak: strategies(null) },
    "preferredStrategies: empty": { tweak: strategies([]) },
    "preferredStrategies: a null in it": { tweak: strategies([null]) },
    "preferredStrategies: another": { tweak: strategies(["example.com/OldestEmulationVersion"]) },
    "preferredStrategies: another case": { tweak: strategies(["oldestemulationversion"]) },
    "preferredStrategies: longer by a blank": { tweak: strategies(["OldestEmulationVersion "]) },
    "spec: null": { tweak: (object) => Object.assign(object, { spec: null }) },
    "spec: absent": { tweak: (object) => Reflect.deleteProperty(object, "spec") },
    "strategy: no field of v1alpha1": {
      tweak: spec({ binaryVersion: "", strategy: oldest, preferredStrategies: [] }),
      versions,
    },
    "binaryVersion: empty in later versions, which another rule reports": {
      tweak: strategies([oldest]),
      versions: later,
    },
    "binaryVersion: absent in later versions, which another rule reports": {
      tweak: without("spec", "binaryVersion"),
      versions: later,
    },
    "binaryVersion: 0.0.0 in later versions": { tweak: binaryVersion("0.0.0"), versions: later },
    "binaryVersion: set, empty before": { old: binaryVersion(""), operations: ["UPDATE"] },
  },
  reports: {
    "binaryVersion: empty": { tweak: binaryVersion(""), versions, causes },
    "binaryVersion: null": { tweak: binaryVersion(null), versions, causes },
    "binaryVersion: absent": { tweak: without("spec", "binaryVersion"), versions, causes },
    "binaryVersion: 0.0.0": { tweak: binaryVersion("0.0.0"), versions, causes },
    "binaryVersion: 0.0.0 of some build": { tweak: binaryVersion("0.0.0+build"), versions, causes },
    "preferredStrategies: first of three": { tweak: strategies([oldest, "a/b", "c/d"]), versions, causes },
    "preferredStrategies: last of three": { tweak: strategies(["a/b", "c/d", oldest]), versions, causes },
    "preferredStrategies: twice, reported once": { tweak: strategies([oldest, oldest]), versions, causes },
    "preferredStrategies: next to invalid ones": { tweak: strategies(["", "a/", oldest]), versions, causes },
    "binaryVersion: empty, among other errors": {
      tweak: spec({ leaseName: "", binaryVersion: "", emulationVersion: "x" }),
      versions,
      causes,
    },
    "binaryVersion: empty before too": {
      old: binaryVersion(""),
      tweak: binaryVersion(""),
      operations: ["UPDATE"],
      versions,
      causes,
    },
  },
});
