import { rule } from "../../../src/rules/metadata/managed-fields-subresource-bounded.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";

const entries = (...values: readonly unknown[]) =>
  metadata({
    managedFields: values.map((subresource) => ({
      manager: "a",
      operation: "Update",
      fieldsType: "FieldsV1",
      subresource,
    })),
  });
const a = (length: number) => "a".repeat(length);
const causes = (...indexes: readonly number[]) =>
  indexes.map((index) => ({ type: "FieldValueTooLong", field: `metadata.managedFields[${index}].subresource` }));

testRule(rule, {
  silent: {
    "subresource: status": { tweak: entries("status") },
    "subresource: 256 bytes": { tweak: entries(a(256)) },
    "subresource: 256 bytes, 128 characters": { tweak: entries("\u00e9".repeat(128)) },
    "subresource: 256 bytes, 64 emoji": { tweak: entries("\u{1f600}".repeat(64)) },
    "subresource: 256 bytes with U+212A": { tweak: entries(`${a(253)}\u212a`) },
    "subresource: 256 bytes with a lone surrogate, 3 bytes to Go": { tweak: entries(`${a(253)}\ud800`) },
    "subresource: not printable": { tweak: entries("\u0000\n/") },
    "subresource: empty": { tweak: entries("") },
    "subresource: null": { tweak: entries(null) },
    "subresource: absent": { tweak: metadata({ managedFields: [{ operation: "Update" }] }) },
    "manager: 257 bytes": { tweak: metadata({ managedFields: [{ operation: "Update", manager: a(257) }] }) },
    "managedFields: item null": { tweak: metadata({ managedFields: [null] }) },
    "managedFields: empty": { tweak: entries() },
    "managedFields: null": { tweak: metadata({ managedFields: null }) },
    "managedFields: absent": { tweak: without("metadata", "managedFields") },
    "metadata: null": { tweak: (object) => Object.assign(object, { metadata: null }) },
    "metadata: absent": { tweak: (object) => Reflect.deleteProperty(object, "metadata") },
    "subresource: short after a long one": { tweak: entries("a"), old: entries(a(257)), operations: ["UPDATE"] },
  },
  reports: {
    "subresource: 257 bytes": { tweak: entries(a(257)), causes: causes(0) },
    "subresource: 257 bytes, 256 characters": { tweak: entries(`${a(255)}\u00e9`), causes: causes(0) },
    "subresource: 257 bytes with emoji": { tweak: entries(`${"\u{1f600}".repeat(64)}a`), causes: causes(0) },
    "subresource: 257 bytes with U+212A": { tweak: entries(`${a(254)}\u212a`), causes: causes(0) },
    "subresource: 257 bytes with a lone surrogate": { tweak: entries(`${a(254)}\ud800`), causes: causes(0) },
    "managedFields: first bad": { tweak: entries(a(257), "a", ""), causes: causes(0) },
    "managedFields: last bad": { tweak: entries("a", "", a(257)), causes: causes(2) },
    "managedFields: two bad alike": { tweak: entries(a(257), "a", a(257)), causes: causes(0, 2) },
    "managedFields: bad in all": {
      tweak: metadata({ managedFields: [{ manager: a(129), operation: "", fieldsType: "a", subresource: a(257) }] }),
      causes: causes(0),
    },
    "subresource: long before too": {
      tweak: entries(a(257)),
      old: entries(a(257)),
      operations: ["UPDATE"],
      causes: causes(0),
    },
  },
});
