import { rule } from "../../../src/rules/metadata/label-keys-qualified.ts";
import { type ExpectedCause, type Row, testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";

/** Also makes an own key of `__proto__`, as JSON.parse does. */
const labels = (...keys: readonly string[]) => metadata({ labels: Object.fromEntries(keys.map((key) => [key, "a"])) });
const rows = (keys: readonly string[]): Record<string, Row> =>
  Object.fromEntries(keys.map((key) => [`labels: ${JSON.stringify(key)}`, { tweak: labels(key) }]));
const causes = (messages: number) => Array.from({ length: messages }, () => ({ type: "FieldValueInvalid", field: "metadata.labels" }));
const bad = (messages: number, keys: readonly string[]): Record<string, Row & { readonly causes: readonly ExpectedCause[] }> =>
  Object.fromEntries(Object.entries(rows(keys)).map(([name, row]) => [name, { ...row, causes: causes(messages) }]));
const a = (length: number) => "a".repeat(length);

const good = ["a", "A", "0", "a-b_C.d", "a/b", "a.b-c/D_e", "k8s.io/x", "constructor", "toString", a(63), `a/${a(63)}`];
const goodPrefix = [`${a(253)}/a`, `${"a.".repeat(126)}a/a`];
const badName = ["-", "-a", "a-", "_a", "a_", ".a", "a.", " ", "a b", "a\n", "a:b", "__proto__", "a/-", "a/b c", "a/b\n"];
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
    ...rows([...good, ...goodPrefix]),
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
    ...bad(1, [...badName, ...badPrefix, ...badParts, ...notAscii, ...badAt63, a(64), `a/${a(64)}`, `${a(254)}/a`, `${a(251)}\u00e9/a`]),
    ...bad(2, ["", "a/", "A/-", "/-", ...badAt64, `${a(252)}\u00e9/a`, `${a(254)}/-`, `${a(254)}/${a(64)}`]),
    ...bad(3, ["/", "A/", `${a(252)}\u00e9/-`]),
    ...bad(4, [`${"A".repeat(254)}/${"-".repeat(64)}`]),
    "labels: first key bad": { tweak: labels("-", "a", "b"), causes: causes(1) },
    "labels: last key bad": { tweak: labels("a", "b", "-"), causes: causes(1) },
    "labels: two keys bad": { tweak: labels("-", "a", "a/"), causes: causes(3) },
    "labels: key and value bad": { tweak: metadata({ labels: { "-": "-" } }), causes: causes(1) },
    "labels: key bad, value null": { tweak: metadata({ labels: { "-": null } }), causes: causes(1) },
    "labels: bad before too": { tweak: labels("-"), old: labels("-"), operations: ["UPDATE"], causes: causes(1) },
  },
});
