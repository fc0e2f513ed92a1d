import { rule } from "../../../src/rules/metadata/annotations-size-bounded.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";

const limit = 262144;
const annotations = (values: Readonly<Record<string, string | null>>) => metadata({ annotations: values });
const a = (length: number) => "a".repeat(length);
const causes = [{ type: "FieldValueTooLong", field: "metadata.annotations" }];

testRule(rule, {
  silent: {
    "annotations: value of the limit less its key": { tweak: annotations({ a: a(limit - 1) }) },
    "annotations: two values of the limit less their keys": {
      tweak: annotations({ a: a(limit / 2), bb: a(limit / 2 - 3) }),
    },
    "annotations: key of the limit": { tweak: annotations({ [a(limit)]: "" }) },
    "annotations: key of the limit, value null": { tweak: annotations({ [a(limit)]: null }) },
    "annotations: two-byte characters up to the limit": { tweak: annotations({ bb: "\u00e9".repeat(limit / 2 - 1) }) },
    "annotations: emoji up to the limit": { tweak: annotations({ aaaa: "\u{1f600}".repeat(limit / 4 - 1) }) },
    "annotations: lone surrogates up to the limit": { tweak: annotations({ a: "\ud800".repeat((limit - 1) / 3) }) },
    "annotations: U+212A as key up to the limit": { tweak: annotations({ "\u212a": a(limit - 3) }) },
    "annotations: escapes count as their characters": { tweak: annotations({ a: "\n".repeat(limit - 1) }) },
    "annotations: bad keys": { tweak: annotations({ "": "a", "-": "" }) },
    "annotations: empty": { tweak: annotations({}) },
    "annotations: null": { tweak: metadata({ annotations: null }) },
    "annotations: absent": { tweak: without("metadata", "annotations") },
    "metadata: null": { tweak: (object) => Object.assign(object, { metadata: null }) },
    "metadata: absent": { tweak: (object) => Reflect.deleteProperty(object, "metadata") },
    "labels: beyond the limit": { tweak: metadata({ labels: { a: a(limit) } }) },
    "annotations: small after too large": {
      tweak: annotations({}),
      old: annotations({ a: a(limit) }),
      operations: ["UPDATE"],
    },
    "annotations: limit each time": {
      tweak: annotations({ a: a(limit - 1) }),
      old: annotations({ b: a(limit - 1) }),
      operations: ["UPDATE"],
    },
  },
  reports: {
    "annotations: value of the limit": { tweak: annotations({ a: a(limit) }), causes },
    "annotations: two values a byte beyond with their keys": {
      tweak: annotations({ a: a(limit / 2), bb: a(limit / 2 - 2) }),
      causes,
    },
    "annotations: key a byte beyond": { tweak: annotations({ [a(limit + 1)]: "" }), causes },
    "annotations: two-byte characters a byte beyond": { tweak: annotations({ a: "\u00e9".repeat(limit / 2) }), causes },
    "annotations: emoji a byte beyond": { tweak: annotations({ aaaaa: "\u{1f600}".repeat(limit / 4 - 1) }), causes },
    "annotations: lone surrogates a byte beyond": {
      tweak: annotations({ aa: "\ud800".repeat((limit - 1) / 3) }),
      causes,
    },
    "annotations: U+212A as key, which counts before it is lowered": {
      tweak: annotations({ "\u212a": a(limit - 2) }),
      causes,
    },
    "annotations: a byte beyond under a bad key": { tweak: annotations({ "-": a(limit) }), causes },
    "annotations: far beyond the limit, still one error": {
      tweak: annotations({ a: a(2 * limit), b: a(2 * limit) }),
      causes,
    },
    "annotations: too large before too": {
      tweak: annotations({ a: a(limit) }),
      old: annotations({ a: a(limit) }),
      operations: ["UPDATE"],
      causes,
    },
  },
});
