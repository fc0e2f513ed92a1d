import { rule } from "../../../src/rules/metadata/label-values-valid.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";
import { repeated, valueRows } from "../../harness/value-rows.ts";

/** Returns a tweak that sets labels with these values. The keys are a, b, c, and so on. */
const labels = (...values: readonly (string | null)[]) =>
  metadata({ labels: Object.fromEntries(values.map((value, index) => [String.fromCharCode(97 + index), value])) });
const rows = valueRows({ name: "labels: value", tweak: (value: string) => labels(value) });
const causes = repeated({ type: "FieldValueInvalid", field: "metadata.labels" });
const a = (length: number) => "a".repeat(length);

const badEnds = ["-", "_", ".", "-a", "a-", "_a", "a_", ".a", "a."];
const badInside = [" ", "a b", "a\n", "\n", "a\u0000b", "a/b", "a:b", "a@b", "a,b"];
const notAscii = ["\u00e9", "\u{1f600}", "\u212a", "\u0130", "a\u212ab", "\ud800"];
const badAt63 = [`${a(61)}\u00e9`, `${a(59)}\u{1f600}`, `${a(60)}\u212a`, `${a(60)}\ud800`];
const badAt64 = [
  `${a(62)}\u00e9`,
  `${a(60)}\u{1f600}`,
  `${a(61)}\u212a`,
  `${a(61)}\ud800`,
  `${a(63)}-`,
  "-".repeat(64),
];

testRule(rule, {
  silent: {
    ...rows({ values: ["", "a", "A", "0", "a-b_C.d", "a..b", "true", "null", a(63)] }),
    "labels: null value, which is the empty string": { tweak: labels(null) },
    "labels: bad key": { tweak: metadata({ labels: { "-/-/": "a" } }) },
    "labels: empty": { tweak: metadata({ labels: {} }) },
    "labels: null": { tweak: metadata({ labels: null }) },
    "labels: absent": { tweak: without("metadata", "labels") },
    "metadata: null": { tweak: (object) => Object.assign(object, { metadata: null }) },
    "metadata: absent": { tweak: (object) => Reflect.deleteProperty(object, "metadata") },
    "annotations: a value that no label has": { tweak: metadata({ annotations: { a: "-\u00e9 " } }) },
    "labels: good after a bad one": { tweak: labels("a"), old: labels("-"), operations: ["UPDATE"] },
  },
  reports: {
    ...rows({ values: [...badEnds, ...badInside, ...notAscii, ...badAt63, a(64), a(300)], causes: causes(1) }),
    ...rows({ values: badAt64, causes: causes(2) }),
    "labels: first value bad": { tweak: labels("-", "a", ""), causes: causes(1) },
    "labels: last value bad": { tweak: labels("a", null, "-"), causes: causes(1) },
    "labels: two values bad": { tweak: labels("-", "a", `${a(63)}-`), causes: causes(3) },
    "labels: value bad under a bad key": { tweak: metadata({ labels: { "": "-" } }), causes: causes(1) },
    "labels: value bad under __proto__": {
      tweak: metadata({ labels: JSON.parse('{"__proto__":"-"}') }),
      causes: causes(1),
    },
    "labels: bad before too": { tweak: labels("-"), old: labels("-"), operations: ["UPDATE"], causes: causes(1) },
  },
});
