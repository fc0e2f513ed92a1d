import { rule } from "../../../src/rules/metadata/label-keys-qualified.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";
import { repeated, valueRows } from "../../harness/value-rows.ts";

/**
 * Returns a tweak that sets labels with these keys. A key `__proto__` becomes an own property, as
 * with JSON.parse.
 */
const labels = (...keys: readonly string[]) => metadata({ labels: Object.fromEntries(keys.map((key) => [key, "a"])) });
const rows = valueRows({ name: "labels:", tweak: (key: string) => labels(key) });
const causes = repeated({ type: "FieldValueInvalid", field: "metadata.labels" });
const a = (length: number) => "a".repeat(length);

const good = ["a", "A", "0", "a-b_C.d", "a/b", "a.b-c/D_e", "k8s.io/x", "constructor", "toString", a(63), `a/${a(63)}`];
const goodPrefix = [`${a(253)}/a`, `${"a.".repeat(126)}a/a`];
const badName = [
  "-",
  "-a",
  "a-",
  "_a",
  "a_",
  ".a",
  "a.",
  " ",
  "a b",
  "a\n",
  "a:b",
  "__proto__",
  "a/-",
  "a/b c",
  "a/b\n",
];
const badPrefix = ["/a", "A/a", "a_b/c", "-a/b", "a-/b", "a./b", ".a/b", "a..b/c", " /a", "a\n/b", "*/a"];
const badParts = ["a/b/c", "//", "a//b", "/a/b", "a/b/", `${"A".repeat(254)}/-/`];
const notAscii = [
  "\u00e9",
  "\u{1f600}",
  "\u212a",
  "\u0130",
  "\ud800",
  "a/\u00e9",
  "a/\u212a",
  "\u00e9/a",
  "\u212a/a",
  "\u0130/a",
  "\ud800/a",
];
const badAt63 = [`${a(61)}\u00e9`, `${a(59)}\u{1f600}`, `${a(60)}\u212a`, `a/${a(60)}\ud800`];
const badAt64 = [`${a(62)}\u00e9`, `${a(60)}\u{1f600}`, `${a(61)}\u212a`, `a/${a(61)}\ud800`, `${a(63)}-`];

testRule(rule, {
  silent: {
    ...rows({ values: [...good, ...goodPrefix] }),
    "labels: bad value": { tweak: metadata({ labels: { a: "-" } }) },
    "labels: null value": { tweak: metadata({ labels: { a: null } }) },
    "labels: empty": { tweak: metadata({ labels: {} }) },
    "labels: null": { tweak: metadata({ labels: null }) },
    "labels: absent": { tweak: without("metadata", "labels") },
    "metadata: null": { tweak: (object) => Object.assign(object, { metadata: null }) },
    "metadata: absent": { tweak: (object) => Reflect.deleteProperty(object, "metadata") },
    "annotations: bad key": { tweak: metadata({ annotations: { "-": "" } }) },
    "labels: good after a bad one": { tweak: labels("a"), old: labels("-"), operations: ["UPDATE"] },
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
        `a/${a(64)}`,
        `${a(254)}/a`,
        `${a(251)}\u00e9/a`,
      ],
      causes: causes(1),
    }),
    ...rows({
      values: ["", "a/", "A/-", "/-", ...badAt64, `${a(252)}\u00e9/a`, `${a(254)}/-`, `${a(254)}/${a(64)}`],
      causes: causes(2),
    }),
    ...rows({ values: ["/", "A/", `${a(252)}\u00e9/-`], causes: causes(3) }),
    ...rows({ values: [`${"A".repeat(254)}/${"-".repeat(64)}`], causes: causes(4) }),
    "labels: first key bad": { tweak: labels("-", "a", "b"), causes: causes(1) },
    "labels: last key bad": { tweak: labels("a", "b", "-"), causes: causes(1) },
    "labels: two keys bad": { tweak: labels("-", "a", "a/"), causes: causes(3) },
    "labels: key and value bad": { tweak: metadata({ labels: { "-": "-" } }), causes: causes(1) },
    "labels: key bad, value null": { tweak: metadata({ labels: { "-": null } }), causes: causes(1) },
    "labels: bad before too": { tweak: labels("-"), old: labels("-"), operations: ["UPDATE"], causes: causes(1) },
  },
});
