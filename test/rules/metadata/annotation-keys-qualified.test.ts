import { rule } from "../../../src/rules/metadata/annotation-keys-qualified.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";
import { repeated, valueRows } from "../../harness/value-rows.ts";

/**
 * Returns a tweak that sets annotations with these keys. A key `__proto__` becomes an own property,
 * as with JSON.parse.
 */
const annotations = (...keys: readonly string[]) =>
  metadata({ annotations: Object.fromEntries(keys.map((key) => [key, "a"])) });
const rows = valueRows({ name: "annotations:", tweak: (key: string) => annotations(key) });
const causes = repeated({ type: "FieldValueInvalid", field: "metadata.annotations" });
const a = (length: number) => "a".repeat(length);

const good = [
  "a",
  "A",
  "0",
  "a-b_C.d",
  "a/b",
  "A/B",
  "EXAMPLE.com/Note",
  "k8s.io/x",
  "constructor",
  a(63),
  `A/${"A".repeat(63)}`,
];
/**
 * Go converts U+212A to k and U+0130 to i when it converts letters to lower case. Both results have
 * one byte.
 */
const lowered = [
  "\u212a",
  "\u0130",
  "\u212a8s.\u0130o/\u0130\u212a",
  "\u212a".repeat(63),
  "\u0130".repeat(63),
  `${"\u212a".repeat(253)}/a`,
];
const badName = [
  "-",
  "-a",
  "a-",
  "_A",
  "a_",
  ".a",
  "A.",
  " ",
  "a b",
  "a\n",
  "a:b",
  "__proto__",
  "a/-",
  "a/B c",
  "a/b\n",
];
const badPrefix = ["/a", "a_b/c", "-a/b", "A-/b", "a./b", ".a/b", "a..b/c", " /a", "a\n/b", "*/a"];
const badParts = ["a/b/c", "//", "a//b", "/a/b", "a/b/", "A/B/C"];
/** Keys with characters that are not ASCII, not even in lower case. */
const notAscii = [
  "\u00e9",
  "\u00c9",
  "\u212b",
  "\u0131",
  "i\u0307",
  "\u017f",
  "\uff2b",
  "\u{1f600}",
  "\ud800",
  "\u00e9/a",
  "a/\u00e9",
];
/**
 * Keys that are not ASCII and have 63 or 64 bytes in lower case. For some letters, Go's conversion
 * changes the number of bytes. The conversion turns the two bytes of U+023A into three, and the
 * three bytes of U+1E9E into two.
 */
const badAt63 = [`${a(61)}\u00e9`, `${a(59)}\u{1f600}`, `${a(60)}\ud800`, `${a(60)}\u023a`, `${a(61)}\u1e9e`];
const badAt64 = [
  `${a(62)}\u00e9`,
  `${a(60)}\u{1f600}`,
  `${a(61)}\ud800`,
  `${a(61)}\u023a`,
  `${a(62)}\u1e9e`,
  `${"\u212a".repeat(63)}-`,
];

testRule(rule, {
  silent: {
    ...rows({ values: [...good, ...lowered, `${"A".repeat(253)}/a`, `${"A.".repeat(126)}A/a`] }),
    "annotations: any value": { tweak: metadata({ annotations: { a: "-\u00e9\u0000 ", b: null, c: "" } }) },
    "annotations: empty": { tweak: metadata({ annotations: {} }) },
    "annotations: null": { tweak: metadata({ annotations: null }) },
    "annotations: absent": { tweak: without("metadata", "annotations") },
    "metadata: null": { tweak: (object) => Object.assign(object, { metadata: null }) },
    "metadata: absent": { tweak: (object) => Reflect.deleteProperty(object, "metadata") },
    "labels: bad key": { tweak: metadata({ labels: { "-": "" } }) },
    "annotations: good after a bad one": { tweak: annotations("a"), old: annotations("-"), operations: ["UPDATE"] },
  },
  reports: {
    ...rows({
      values: [
        ...badName,
        ...badPrefix,
        ...badParts,
        ...notAscii,
        ...badAt63,
        a(64),
        "\u212a".repeat(64),
        "\u0130".repeat(64),
      ],
      causes: causes(1),
    }),
    ...rows({ values: [`${a(254)}/a`, `${"\u212a".repeat(254)}/a`, `${a(251)}\u00e9/a`], causes: causes(1) }),
    ...rows({ values: ["", "a/", "A/", "_/-", "/-", ...badAt64, `${a(252)}\u00e9/a`], causes: causes(2) }),
    ...rows({ values: ["/", "_/", `${a(252)}\u00e9/-`], causes: causes(3) }),
    ...rows({ values: [`${"_".repeat(254)}/${"-".repeat(64)}`], causes: causes(4) }),
    "annotations: first key bad": { tweak: annotations("-", "a", "b"), causes: causes(1) },
    "annotations: last key bad": { tweak: annotations("a", "b", "-"), causes: causes(1) },
    "annotations: two keys bad": { tweak: annotations("-", "a", "a/"), causes: causes(3) },
    "annotations: two keys bad that lower alike": { tweak: annotations("-a", "-A"), causes: causes(2) },
    "annotations: key bad, value null": { tweak: metadata({ annotations: { "-": null } }), causes: causes(1) },
    "annotations: bad before too": {
      tweak: annotations("-"),
      old: annotations("-"),
      operations: ["UPDATE"],
      causes: causes(1),
    },
  },
});
