import { rule } from "../../../src/rules/lease/strategy-valid.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";
import { repeated, valueRows } from "../../harness/value-rows.ts";

const field = "spec.strategy";
const unsupported = [{ type: "FieldValueNotSupported", field }];
/**
 * Returns the causes for a value. The argument is the number of messages that upstream's check of
 * qualified names returns for the value.
 */
const invalid = repeated({ type: "FieldValueInvalid", field });

const strategy = (value: unknown): Row => ({ tweak: spec({ strategy: value }) });
const rows = valueRows({ name: "strategy:", tweak: (strategy: string) => spec({ strategy }) });

const plain = [
  "",
  " ",
  "oldestemulationversion",
  " OldestEmulationVersion",
  "OldestEmulationVersion\n",
  "OldestEmulationVersions",
];
const names = [
  "newest",
  "foo.com",
  "null",
  "constructor",
  "__proto__",
  "\u00e9",
  "\ud800",
  "OldestEmulat\u0130onVersion",
];
const good = ["OldestEmulationVersion", "a/b", "0/0", "1.2/a", "a-b.c--d/A_b.-9", "a/A", "k8s.io/x", "kubernetes.io/x"];
const badPrefix = [
  "/b",
  "A/b",
  "a./b",
  ".a/b",
  "a..b/c",
  "-a/b",
  "a-/b",
  "a.-b/c",
  "a_b/c",
  " /b",
  "a\n/b",
  "\u00e9/b",
  "\ud800/b",
];
const badName = [
  "a/-b",
  "a/b-",
  "a/_b",
  "a/b_",
  "a/.b",
  "a/b.",
  "a/ ",
  "a/b c",
  "a/b\n",
  "a/\u00e9",
  "a/\ud83d\ude00",
  "a/\ud800",
];
const badParts = ["a/b/c", "a//b", "a/b/", "/a/b", "//", "A/-/\u00e9"];

testRule(rule, {
  silent: {
    ...rows({ values: [...good, "example.com/OldestEmulationVersion"] }),
    "strategy: absent": { tweak: without("spec", "strategy") },
    "strategy: null": strategy(null),
    "spec: null": { tweak: (object) => Object.assign(object, { spec: null }) },
    "spec: absent": { tweak: (object) => Reflect.deleteProperty(object, "spec") },
    "strategy: name of 63 bytes": strategy(`a/${"b".repeat(63)}`),
    "strategy: prefix of 253 bytes in one label": strategy(`${"a".repeat(253)}/b`),
    "strategy: prefix of 253 bytes in many labels": strategy(`${"a.".repeat(126)}a/b`),
    "strategy: good after a bad one": { ...strategy("a/b"), old: spec({ strategy: "A/" }), operations: ["UPDATE"] },
    "strategy: removed after a bad one": {
      tweak: without("spec", "strategy"),
      old: spec({ strategy: "" }),
      operations: ["UPDATE"],
    },
  },
  reports: {
    ...rows({ values: [...plain, ...names], causes: unsupported }),
    "strategy: unprefixed and longer than any name": { ...strategy("b".repeat(300)), causes: unsupported },
    ...rows({ values: [...badPrefix, ...badName, ...badParts], causes: invalid(1) }),
    "strategy: prefix of U+212A, which lowers to k": { ...strategy("\u212a/b"), causes: invalid(1) },
    "strategy: prefix of U+0130, which lowers to i and a dot": { ...strategy("\u0130/b"), causes: invalid(1) },
    "strategy: name of U+212A": { ...strategy("a/\u212a"), causes: invalid(1) },
    "strategy: name of U+0130": { ...strategy("a/\u0130"), causes: invalid(1) },
    "strategy: name of 64 bytes": { ...strategy(`a/${"b".repeat(64)}`), causes: invalid(1) },
    "strategy: name of 63 bytes, 62 characters": { ...strategy(`a/${"b".repeat(61)}\u00e9`), causes: invalid(1) },
    "strategy: name of 64 bytes, 63 characters": { ...strategy(`a/${"b".repeat(62)}\u00e9`), causes: invalid(2) },
    "strategy: name of 63 bytes with an emoji": { ...strategy(`a/${"b".repeat(59)}\u{1f600}`), causes: invalid(1) },
    "strategy: name of 64 bytes with an emoji": { ...strategy(`a/${"b".repeat(60)}\u{1f600}`), causes: invalid(2) },
    "strategy: name of 63 bytes with a lone surrogate, 3 bytes to Go": {
      ...strategy(`a/${"b".repeat(60)}\ud800`),
      causes: invalid(1),
    },
    "strategy: name of 64 bytes with a lone surrogate": {
      ...strategy(`a/${"b".repeat(61)}\ud800`),
      causes: invalid(2),
    },
    "strategy: prefix of 254 bytes": { ...strategy(`${"a".repeat(254)}/b`), causes: invalid(1) },
    "strategy: prefix of 253 bytes, 252 characters": { ...strategy(`${"a".repeat(251)}\u00e9/b`), causes: invalid(1) },
    "strategy: prefix of 254 bytes, 253 characters": { ...strategy(`${"a".repeat(252)}\u00e9/b`), causes: invalid(2) },
    "strategy: no name": { ...strategy("a/"), causes: invalid(2) },
    "strategy: prefix and name bad": { ...strategy("A/-"), causes: invalid(2) },
    "strategy: no prefix, name bad": { ...strategy("/-"), causes: invalid(2) },
    "strategy: prefix bad, no name": { ...strategy("OldestEmulationVersion/"), causes: invalid(3) },
    "strategy: no prefix, no name": { ...strategy("/"), causes: invalid(3) },
    "strategy: prefix and name too long and bad": {
      ...strategy(`${"A".repeat(254)}/${"-".repeat(64)}`),
      causes: invalid(4),
    },
    "strategy: three parts, each too long": {
      ...strategy(`${"A".repeat(254)}/${"-".repeat(64)}/`),
      causes: invalid(1),
    },
    "strategy: bad after a good one": { ...strategy(""), operations: ["UPDATE"], causes: unsupported },
    "strategy: bad before too": {
      ...strategy("A/"),
      old: spec({ strategy: "A/" }),
      operations: ["UPDATE"],
      causes: invalid(3),
    },
  },
});
