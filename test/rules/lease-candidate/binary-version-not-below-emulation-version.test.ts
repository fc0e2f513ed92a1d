import { rule } from "../../../src/rules/lease-candidate/binary-version-not-below-emulation-version.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

type Pair = readonly [binaryVersion: string, emulationVersion: string];
const versions = (binaryVersion: unknown, emulationVersion: unknown): Row => ({
  tweak: spec({ binaryVersion, emulationVersion }),
});
const each = <T extends Row>(pairs: readonly Pair[], row: (...pair: Pair) => T): Record<string, T> =>
  Object.fromEntries(
    pairs.map(([binary, emulation]) => [
      `binaryVersion: ${binary}, emulationVersion ${emulation}`,
      row(binary, emulation),
    ]),
  );
const causes = [{ type: "FieldValueInvalid", field: "spec.binaryVersion" }];

const equal: readonly Pair[] = [
  ["0.0.0", "0.0.0"],
  ["1.36.0", "1.36.0"],
  ["1.0.0-rc.1", "1.0.0-rc.1"],
  ["1.0.0+a", "1.0.0+b"],
  ["18446744073709551615.0.0", "18446744073709551615.0.0"],
];
/** Pairs of versions, with the higher version first. */
const unequal: readonly Pair[] = [
  ["2.0.0", "1.99.99"],
  ["1.10.0", "1.9.0"],
  ["0.0.1", "0.0.0"],
  ["0.0.0", "0.0.0-a"],
  ["9007199254740993.0.0", "9007199254740992.0.0"],
  ["1.18446744073709551615.0", "1.18446744073709551614.0"],
  ["1.0.18446744073709551615", "1.0.18446744073709551614"],
  ["1.30.0", "1.30.0-rc.1"],
  ["1.30.1-a", "1.30.0"],
  ["1.0.0-rc.10", "1.0.0-rc.9"],
  ["1.0.0-9007199254740993", "1.0.0-9007199254740992"],
  ["1.0.0-a", "1.0.0-1"],
  ["1.0.0--", "1.0.0-99"],
  ["1.0.0-01a", "1.0.0-2"],
  ["1.0.0-rc9", "1.0.0-rc10"],
  ["1.0.0-a", "1.0.0-B"],
  ["1.0.0-a0", "1.0.0-a-"],
  ["1.0.0-ab", "1.0.0-a"],
  ["1.0.0-a.0", "1.0.0-a"],
  ["1.0.0-b", "1.0.0-a.z.z"],
];
const mirrored = unequal.map(([higher, lower]): Pair => [lower, higher]);

testRule(rule, {
  silent: {
    ...each([...equal, ...unequal], versions),
    "binaryVersion: invalid, which another rule reports": versions("v1.2.3", "1.36.0"),
    "emulationVersion: invalid, which another rule reports": versions("1.2.3", "v1.36.0"),
    "binaryVersion: invalid, and emulationVersion too": versions("1.2", "1.36"),
    "binaryVersion: empty, which another rule reports": versions("", "1.36.0"),
    "binaryVersion: null, which another rule reports": versions(null, "1.36.0"),
    "binaryVersion: absent, which another rule reports": { tweak: without("spec", "binaryVersion") },
    "emulationVersion: empty, binaryVersion below 0.0.0": versions("0.0.0-a", ""),
    "emulationVersion: null, binaryVersion below 0.0.0": versions("0.0.0-a", null),
    "emulationVersion: absent": { tweak: without("spec", "emulationVersion") },
    "binaryVersion: empty like emulationVersion": versions("", ""),
    "spec: null": { tweak: (object) => Object.assign(object, { spec: null }) },
    "spec: absent": { tweak: (object) => Reflect.deleteProperty(object, "spec") },
    "binaryVersion: lower than before": { ...versions("1.30.0", "1.30.0"), operations: ["UPDATE"] },
    "binaryVersion: good after one below": { old: spec({ binaryVersion: "1.0.0" }), operations: ["UPDATE"] },
  },
  reports: {
    ...each(mirrored, (...pair) => ({ ...versions(...pair), causes })),
    "binaryVersion: below with another strategy": {
      tweak: spec({ binaryVersion: "1.0.0", emulationVersion: "1.1.0", strategy: "a/b", preferredStrategies: ["a/b"] }),
      causes,
    },
    "binaryVersion: below without a strategy": {
      tweak: spec({ binaryVersion: "1.0.0", emulationVersion: "1.1.0", strategy: "", preferredStrategies: null }),
      causes,
    },
    "binaryVersion: below before too": {
      tweak: spec({ binaryVersion: "1.0.0" }),
      old: spec({ binaryVersion: "1.0.0" }),
      operations: ["UPDATE"],
      causes,
    },
  },
});
