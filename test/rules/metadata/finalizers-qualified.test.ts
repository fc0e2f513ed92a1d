import { rule } from "../../../src/rules/metadata/finalizers-qualified.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";
import { repeated, valueRows } from "../../harness/value-rows.ts";

const finalizers = (...values: readonly (string | null)[]) => metadata({ finalizers: values });
const rows = valueRows({ name: "finalizers:", tweak: (value: string) => finalizers(value) });
const causes = repeated({ type: "FieldValueInvalid", field: "metadata.finalizers" });
const a = (length: number) => "a".repeat(length);

const good = [
  "a",
  "A",
  "0",
  "orphan",
  "foregroundDeletion",
  "kubernetes",
  "a-b_C.d",
  "a/b",
  "a.b-c/D_e",
  "k8s.io/x",
  a(63),
  `a/${a(63)}`,
];
const badName = ["-", "-a", "a-", "_a", "a_", ".a", "a.", " ", "a b", "a\n", "a:b", "__proto__", "a/-", "a/b c"];
const badPrefix = ["/a", "A/a", "a_b/c", "-a/b", "a-/b", "a./b", ".a/b", "a..b/c", " /a", "a\n/b"];
const badParts = ["a/b/c", "//", "a//b", "/a/b", "a/b/"];
const notAscii = ["\u00e9", "\u{1f600}", "\u212a", "\u0130", "\ud800", "a/\u212a", "\u212a/a", "\u0130/a"];
const badAt63 = [`${a(61)}\u00e9`, `${a(59)}\u{1f600}`, `a/${a(60)}\ud800`];
const badAt64 = [`${a(62)}\u00e9`, `${a(60)}\u{1f600}`, `a/${a(61)}\ud800`, `${a(63)}-`];

testRule(rule, {
  silent: {
    ...rows({ values: [...good, `${a(253)}/a`] }),
    "finalizers: two that exclude each other": { tweak: finalizers("orphan", "foregroundDeletion") },
    "finalizers: same one twice": { tweak: finalizers("a", "a") },
    "finalizers: empty": { tweak: finalizers() },
    "finalizers: null": { tweak: metadata({ finalizers: null }) },
    "finalizers: absent": { tweak: without("metadata", "finalizers") },
    "metadata: null": { tweak: (object) => Object.assign(object, { metadata: null }) },
    "metadata: absent": { tweak: (object) => Reflect.deleteProperty(object, "metadata") },
    "finalizers: good after a bad one": { tweak: finalizers("a"), old: finalizers("-"), operations: ["UPDATE"] },
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
        `${a(254)}/a`,
        `${a(251)}\u00e9/a`,
      ],
      causes: causes(1),
    }),
    ...rows({ values: ["", "a/", "A/-", "/-", ...badAt64, `${a(252)}\u00e9/a`], causes: causes(2) }),
    ...rows({ values: ["/", "A/"], causes: causes(3) }),
    ...rows({ values: [`${"A".repeat(254)}/${"-".repeat(64)}`], causes: causes(4) }),
    "finalizers: null item, which is an empty one": { tweak: finalizers(null), causes: causes(2) },
    "finalizers: first bad": { tweak: finalizers("-", "a", "b"), causes: causes(1) },
    "finalizers: last bad": { tweak: finalizers("a", "b", "-"), causes: causes(1) },
    "finalizers: two bad": { tweak: finalizers("-", "a", "a/"), causes: causes(3) },
    "finalizers: same bad one twice, reported once": { tweak: finalizers("-", "a", "-"), causes: causes(1) },
    "finalizers: bad before too": {
      tweak: finalizers("-"),
      old: finalizers("-"),
      operations: ["UPDATE"],
      causes: causes(1),
    },
  },
});
