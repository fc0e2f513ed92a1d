import { rule } from "../../../src/rules/lease-candidate/emulation-version-semantic.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";
import { valueRows } from "../../harness/value-rows.ts";

const emulationVersion = (value: unknown): Row => ({ tweak: spec({ emulationVersion: value }) });
const rows = valueRows({ name: "emulationVersion:", tweak: (emulationVersion: string) => spec({ emulationVersion }) });
const causes = [{ type: "FieldValueInvalid", field: "spec.emulationVersion" }];

const good = [
  "0.0.0",
  "1.2.3",
  "1.30.100",
  "1.0.0-0",
  "1.0.0-01a",
  "1.0.0--",
  "1.0.0+001",
  "1.0.0-rc.1+build.7",
  "9.9.9",
];
const shape = [
  "1",
  "1.2",
  "..",
  "1.2.",
  ".2.3",
  "1.2.3.4",
  "1.2.-3",
  "01.2.3",
  "1.02.3",
  "1.2.03",
  "-1.2.3",
  "\u0661.2.3",
  "null",
];
const around = ["v1.2.3", "V1.2.3", " ", " 1.2.3", "1.2.3 ", "1.2.3\n", "\ufeff1.2.3", "1.2.3\u0000"];
const tails = [
  "1.2.3-",
  "1.2.3-+b",
  "1.2.3-a..b",
  "1.2.3-00",
  "1.2.3-a_b",
  "1.2.3+",
  "1.2.3+a..b",
  "1.2.3+a+b",
  "1.2.3-a+",
];
const foreign = ["1.2.3-\u00e9", "1.2.3-\u{1f600}", "1.2.3+\ud800", "\ud800"];

testRule(rule, {
  silent: {
    ...rows({ values: good }),
    "emulationVersion: every part at 2^64 - 1": emulationVersion(
      "18446744073709551615.18446744073709551615.18446744073709551615",
    ),
    "emulationVersion: pre-release of 2^64 - 1": emulationVersion("1.0.0-18446744073709551615"),
    "emulationVersion: empty": emulationVersion(""),
    "emulationVersion: null": emulationVersion(null),
    "emulationVersion: absent": { tweak: without("spec", "emulationVersion") },
    "binaryVersion: invalid, which another rule reports": { tweak: spec({ binaryVersion: "x" }) },
    "spec: null": { tweak: (object) => Object.assign(object, { spec: null }) },
    "spec: absent": { tweak: (object) => Reflect.deleteProperty(object, "spec") },
    "emulationVersion: good after a bad one": {
      ...emulationVersion("1.2.3"),
      old: spec({ emulationVersion: "v1.2.3" }),
      operations: ["UPDATE"],
    },
  },
  reports: {
    ...rows({ values: [...shape, ...around, ...tails, ...foreign], causes }),
    "emulationVersion: U+212A in the pre-release": { ...emulationVersion("1.2.3-\u212a"), causes },
    "emulationVersion: U+0130 in the build": { ...emulationVersion("1.2.3+\u0130"), causes },
    "emulationVersion: major of 2^64": { ...emulationVersion("18446744073709551616.0.0"), causes },
    "emulationVersion: minor of 2^64": { ...emulationVersion("0.18446744073709551616.0"), causes },
    "emulationVersion: patch of 2^64": { ...emulationVersion("0.0.18446744073709551616"), causes },
    "emulationVersion: pre-release of 2^64": { ...emulationVersion("1.0.0-18446744073709551616"), causes },
    "emulationVersion: bad like binaryVersion": { tweak: spec({ emulationVersion: "x", binaryVersion: "x" }), causes },
    "emulationVersion: bad without binaryVersion": {
      tweak: spec({ emulationVersion: "x", binaryVersion: null }),
      causes,
    },
    "emulationVersion: bad without a strategy": {
      tweak: spec({ emulationVersion: "x", strategy: "", preferredStrategies: [] }),
      causes,
    },
    "emulationVersion: bad before too": {
      ...emulationVersion("x"),
      old: spec({ emulationVersion: "x" }),
      operations: ["UPDATE"],
      causes,
    },
  },
});
