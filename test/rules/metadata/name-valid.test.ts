import { rule } from "../../../src/rules/metadata/name-valid.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";
import { repeated, valueRows } from "../../harness/value-rows.ts";

/**
 * On create, the check of a name depends on the kind. On update, the name must only be a valid path
 * segment.
 */
const rows = valueRows({ name: "name:", tweak: (name: string) => metadata({ name }) });
const generated = valueRows({
  name: "name: generated from",
  tweak: (generateName: string) => metadata({ name: "", generateName }),
});
const causes = repeated({ type: "FieldValueInvalid", field: "metadata.name" });
const a = (length: number) => "a".repeat(length);

const badForBoth = [
  "/",
  "%",
  "a/b",
  "a%b",
  "%2F",
  "a b",
  " ",
  "a\n",
  "\u0000",
  "\u00e9",
  "\u{1f600}",
  "\u212a",
  "\u0130",
  "\ud800",
  ".",
  "..",
];
const notLease = ["A", "a_b", "-", "-a", "a-", ".a", "a.", "a..b", "a.-b", "a-.b", "..a", "constructo\u0130"];
const notSegment = [".", "..", "/", "%", "a/b", "/a", "a/", "a//b", "a%b", "%2F", "%%", "./", `${a(300)}/`];
/**
 * Names with an invalid character. The names in `badAt253` have the maximum length, and the names
 * in `badAt254` are too long.
 */
const badAt253 = [`${a(251)}\u00e9`, `${a(249)}\u{1f600}`, `${a(250)}\u212a`, `${a(250)}\ud800`];
const badAt254 = [`${a(252)}\u00e9`, `${a(250)}\u{1f600}`, `${a(251)}\u212a`, `${a(251)}\ud800`, `${a(300)}/`];

testRule(rule, {
  silent: {
    ...rows({
      values: ["a", "0", "1.2", "a-b.c--d", "constructor", "k8s.io", a(253), `${"a.".repeat(126)}a`],
      operations: ["CREATE"],
    }),
    ...rows({
      values: ["A_b", "-", "_", ".a", "a.", "a-", "a..b", "-.-", "A".repeat(253)],
      kinds: ["LeaseCandidate"],
      operations: ["CREATE"],
    }),
    "name: good with a bad generateName": {
      tweak: metadata({ name: "a", generateName: "/%" }),
      operations: ["CREATE"],
    },
    ...rows({
      values: ["a", "A", "-", "a b", "...", "..a", "a.", "\u00e9", "\ud800", "\n", a(300)],
      operations: ["UPDATE"],
    }),
    "name: empty with a bad generateName": { tweak: metadata({ name: "", generateName: "/" }), operations: ["UPDATE"] },
    ...generated({
      values: ["a", "a-", "a.", `${a(57)}.-`, `${a(58)}!`, `${a(58)}\u00e9`, `${a(58)}/..`, a(300), "0"],
      operations: ["CREATE"],
    }),
    ...generated({ values: ["A_", "-", ".", "_", "a.-"], kinds: ["LeaseCandidate"], operations: ["CREATE"] }),
    "name: absent": { tweak: without("metadata", "name") },
    "name: null": { tweak: metadata({ name: null }) },
    "name: empty": { tweak: metadata({ name: "", generateName: "" }) },
    "metadata: null": { tweak: (object) => Object.assign(object, { metadata: null }) },
    "metadata: absent": { tweak: (object) => Reflect.deleteProperty(object, "metadata") },
    "name: good after a bad one": {
      tweak: metadata({ name: "a" }),
      old: metadata({ name: "a/b" }),
      operations: ["UPDATE"],
    },
  },
  reports: {
    ...rows({ values: [...badForBoth, a(254), ...badAt253], operations: ["CREATE"], causes: causes(1) }),
    ...rows({ values: badAt254, operations: ["CREATE"], causes: causes(2) }),
    "name: bad with a good generateName": {
      tweak: metadata({ name: "/", generateName: "a" }),
      operations: ["CREATE"],
      causes: causes(1),
    },
    ...rows({
      values: [...notLease, "../a", "a/%", `${"a.".repeat(126)}.`],
      kinds: ["Lease"],
      operations: ["CREATE"],
      causes: causes(1),
    }),
    ...rows({
      values: ["A".repeat(254), `..${a(252)}\u00e9`],
      kinds: ["Lease"],
      operations: ["CREATE"],
      causes: causes(2),
    }),
    ...rows({
      values: ["..a", "...", "a/%", "A".repeat(254)],
      kinds: ["LeaseCandidate"],
      operations: ["CREATE"],
      causes: causes(1),
    }),
    ...rows({
      values: ["../a", "../", `..${a(252)}`],
      kinds: ["LeaseCandidate"],
      operations: ["CREATE"],
      causes: causes(2),
    }),
    ...rows({ values: [`..${a(250)}\u00e9`], kinds: ["LeaseCandidate"], operations: ["CREATE"], causes: causes(3) }),
    ...generated({
      values: ["/", "%", " ", "\u00e9", `${a(57)}\u00e9`, `${a(56)}\u00e9`, `${a(56)}\u{1f600}`, "\ud800", "\u212a"],
      operations: ["CREATE"],
      causes: causes(1),
    }),
    ...generated({
      values: ["-", "--", "foo.-", "A", ".", "a_", "A-", `${a(57)}A`],
      kinds: ["Lease"],
      operations: ["CREATE"],
      causes: causes(1),
    }),
    ...generated({
      values: ["..", "..a", "...-"],
      kinds: ["LeaseCandidate"],
      operations: ["CREATE"],
      causes: causes(1),
    }),
    ...generated({ values: ["../"], kinds: ["LeaseCandidate"], operations: ["CREATE"], causes: causes(2) }),
    ...rows({ values: notSegment, operations: ["UPDATE"], causes: causes(1) }),
    ...rows({ values: ["a/%", "%/", "../%2F"], operations: ["UPDATE"], causes: causes(2) }),
    "name: bad before too": {
      tweak: metadata({ name: "." }),
      old: metadata({ name: "." }),
      operations: ["UPDATE"],
      causes: causes(1),
    },
  },
});
