import { rule } from "../../../src/rules/lease-candidate/binary-version-semantic.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";
import { valueRows } from "../../harness/value-rows.ts";

const binaryVersion = (value: unknown): Row => ({ tweak: spec({ binaryVersion: value }) });
const rows = valueRows({ name: "binaryVersion:", tweak: (binaryVersion: string) => spec({ binaryVersion }) });
const causes = [{ type: "FieldValueInvalid", field: "spec.binaryVersion" }];

const good = [
  "0.0.0",
  "1.2.3",
  "1.30.100",
  "1.0.0-alpha",
  "1.0.0-0",
  "1.0.0-0.0",
  "1.0.0--",
  "1.0.0---.-",
  "1.0.0-01a",
  "1.0.0-0-0",
];
const built = ["1.0.0+0", "1.0.0+001", "1.0.0+-", "1.0.0+a-b.c", "1.0.0-rc.1+build.7", "1.0.0+18446744073709551616"];
const shape = [
  "1",
  "1.2",
  ".",
  "..",
  "1.2.",
  "1..3",
  ".2.3",
  "1.2.3.",
  "1.2.3.4",
  "1,2,3",
  "1.2-a",
  "1.2.-3",
  "1.2.+3",
  "null",
];
const digits = [
  "01.2.3",
  "1.02.3",
  "1.2.03",
  "00.0.0",
  "-1.2.3",
  "+1.2.3",
  "1e1.0.0",
  "0x1.0.0",
  "1_0.0.0",
  "1.0.a",
  "\u0661.2.3",
  "\uff11.2.3",
];
const around = [
  "v1.2.3",
  "V1.2.3",
  "=1.2.3",
  " ",
  " 1.2.3",
  "1.2.3 ",
  "1.2.3\n",
  "\t1.2.3",
  "\ufeff1.2.3",
  "1.2.3\u0000",
  "1. 2.3",
];
const preRelease = [
  "1.2.3-",
  "1.2.3-+b",
  "1.2.3-a.",
  "1.2.3-.a",
  "1.2.3-a..b",
  "1.2.3-00",
  "1.2.3-a.01",
  "1.2.3-a_b",
  "1.2.3-a b",
  "1.2.3-a/b",
];
const build = ["1.2.3+", "1.2.3+a.", "1.2.3+.a", "1.2.3+a..b", "1.2.3+a+b", "1.2.3+a_b", "1.2.3-a+"];
const foreign = [
  "1.2.3-\u00e9",
  "1.2.3+\u00e9",
  "1.2.3-\u{1f600}",
  "1.2.3-\ud800",
  "1.2.3+\ud800",
  "\ud800.2.3",
  "\u{1f600}",
];

testRule(rule, {
  silent: {
    ...rows({ values: [...good, ...built] }),
    "binaryVersion: every part at 2^64 - 1": binaryVersion(
      "18446744073709551615.18446744073709551615.18446744073709551615",
    ),
    "binaryVersion: pre-release of 2^64 - 1": binaryVersion("1.0.0-18446744073709551615"),
    "binaryVersion: very long": binaryVersion(`1.0.0-${"a".repeat(1000)}+${"0".repeat(1000)}`),
    "binaryVersion: empty, which another rule reports": binaryVersion(""),
    "binaryVersion: null, which another rule reports": binaryVersion(null),
    "binaryVersion: absent, which another rule reports": { tweak: without("spec", "binaryVersion") },
    "binaryVersion: below emulationVersion, which another rule reports": binaryVersion("0.0.1"),
    "emulationVersion: invalid, which another rule reports": { tweak: spec({ emulationVersion: "x" }) },
    "spec: null": { tweak: (object) => Object.assign(object, { spec: null }) },
    "spec: absent": { tweak: (object) => Reflect.deleteProperty(object, "spec") },
    "binaryVersion: good after a bad one": {
      ...binaryVersion("1.2.3"),
      old: spec({ binaryVersion: "v1.2.3" }),
      operations: ["UPDATE"],
    },
  },
  reports: {
    ...rows({ values: [...shape, ...digits, ...around, ...preRelease, ...build, ...foreign], causes }),
    "binaryVersion: U+212A in the pre-release": { ...binaryVersion("1.2.3-\u212a"), causes },
    "binaryVersion: U+0130 in the build": { ...binaryVersion("1.2.3+\u0130"), causes },
    "binaryVersion: major of 2^64": { ...binaryVersion("18446744073709551616.0.0"), causes },
    "binaryVersion: minor of 2^64": { ...binaryVersion("0.18446744073709551616.0"), causes },
    "binaryVersion: patch of 2^64": { ...binaryVersion("0.0.18446744073709551616"), causes },
    "binaryVersion: pre-release of 2^64": { ...binaryVersion("1.0.0-18446744073709551616"), causes },
    "binaryVersion: several errors": { ...binaryVersion("v01.2-a..b+"), causes },
    "binaryVersion: bad like emulationVersion": { tweak: spec({ binaryVersion: "x", emulationVersion: "x" }), causes },
    "binaryVersion: bad without emulationVersion": {
      tweak: spec({ binaryVersion: "x", emulationVersion: null }),
      causes,
    },
    "binaryVersion: bad without a strategy": {
      tweak: spec({ binaryVersion: "x", strategy: "", preferredStrategies: [] }),
      causes,
    },
    "binaryVersion: bad before too": {
      ...binaryVersion("x"),
      old: spec({ binaryVersion: "x" }),
      operations: ["UPDATE"],
      causes,
    },
  },
});
