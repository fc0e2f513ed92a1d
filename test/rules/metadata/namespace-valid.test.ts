import { rule } from "../../../src/rules/metadata/namespace-valid.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";
import { repeated, valueRows } from "../../harness/value-rows.ts";

const rows = valueRows({ name: "namespace:", tweak: (namespace: string) => metadata({ namespace }) });
const causes = repeated({ type: "FieldValueInvalid", field: "metadata.namespace" });
const a = (length: number) => "a".repeat(length);

const badForm = [
  "A",
  "-",
  "-a",
  "a-",
  "_",
  "a_b",
  "a/b",
  "a%b",
  "*",
  " ",
  "a b",
  "a\n",
  "\u0000",
  ".",
  "..",
  "a.",
  ".a",
];
const notAscii = ["\u00e9", "\u{1f600}", "\u212a", "\u0130", "team-\u0130", "\ud800"];
const badAt63 = [`${a(61)}\u00e9`, `${a(59)}\u{1f600}`, `${a(60)}\u212a`, `${a(60)}\ud800`];
const badAt64 = [
  `${a(62)}\u00e9`,
  `${a(60)}\u{1f600}`,
  `${a(61)}\u212a`,
  `${a(61)}\ud800`,
  `${a(63)}-`,
  "A".repeat(64),
];

testRule(rule, {
  silent: {
    ...rows({ values: ["a", "0", "a-b", "a--b", "123", "kube-system", "constructor", a(63)] }),
    "namespace: absent": { tweak: without("metadata", "namespace") },
    "namespace: null": { tweak: metadata({ namespace: null }) },
    "namespace: empty": { tweak: metadata({ namespace: "" }) },
    "metadata: null": { tweak: (object) => Object.assign(object, { metadata: null }) },
    "metadata: absent": { tweak: (object) => Reflect.deleteProperty(object, "metadata") },
    "namespace: good after a bad one": {
      tweak: metadata({ namespace: "a" }),
      old: metadata({ namespace: "A" }),
      operations: ["UPDATE"],
    },
  },
  reports: {
    ...rows({ values: [...badForm, ...notAscii, ...badAt63, a(64)], causes: causes(1) }),
    ...rows({ values: badAt64, causes: causes(2) }),
    "namespace: a subdomain": { tweak: metadata({ namespace: "a.b" }), causes: causes(1) },
    "namespace: a subdomain of 63 bytes": { tweak: metadata({ namespace: `${a(61)}.b` }), causes: causes(1) },
    "namespace: a subdomain of 64 bytes": { tweak: metadata({ namespace: `${a(62)}.b` }), causes: causes(2) },
    "namespace: longer than any subdomain": { tweak: metadata({ namespace: a(254) }), causes: causes(1) },
    "namespace: bad before too": {
      tweak: metadata({ namespace: "A" }),
      old: metadata({ namespace: "A" }),
      operations: ["UPDATE"],
      causes: causes(1),
    },
  },
});
