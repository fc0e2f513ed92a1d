import { rule } from "../../../src/rules/metadata/managed-fields-manager-bounded.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";

const managers = (...values: readonly unknown[]) =>
  metadata({ managedFields: values.map((manager) => ({ manager, operation: "Update", fieldsType: "FieldsV1" })) });
const a = (length: number) => "a".repeat(length);
const causes = (...indexes: readonly number[]) =>
  indexes.map((index) => ({ type: "FieldValueTooLong", field: `metadata.managedFields[${index}].manager` }));

testRule(rule, {
  silent: {
    "manager: 128 bytes": { tweak: managers(a(128)) },
    "manager: 128 bytes, 64 characters": { tweak: managers("\u00e9".repeat(64)) },
    "manager: 128 bytes, 32 emoji": { tweak: managers("\u{1f600}".repeat(32)) },
    "manager: 128 bytes with U+212A": { tweak: managers(`${a(125)}\u212a`) },
    "manager: 128 bytes with a lone surrogate, 3 bytes to Go": { tweak: managers(`${a(125)}\ud800`) },
    "manager: not printable": { tweak: managers("\u0000\n") },
    "manager: empty": { tweak: managers("") },
    "manager: null": { tweak: managers(null) },
    "manager: absent": { tweak: metadata({ managedFields: [{ operation: "Update" }] }) },
    "subresource: 129 bytes": { tweak: metadata({ managedFields: [{ operation: "Update", subresource: a(129) }] }) },
    "managedFields: item null": { tweak: metadata({ managedFields: [null] }) },
    "managedFields: empty": { tweak: managers() },
    "managedFields: null": { tweak: metadata({ managedFields: null }) },
    "managedFields: absent": { tweak: without("metadata", "managedFields") },
    "metadata: null": { tweak: (object) => Object.assign(object, { metadata: null }) },
    "metadata: absent": { tweak: (object) => Reflect.deleteProperty(object, "metadata") },
    "manager: short after a long one": { tweak: managers("a"), old: managers(a(129)), operations: ["UPDATE"] },
  },
  reports: {
    "manager: 129 bytes": { tweak: managers(a(129)), causes: causes(0) },
    "manager: 129 bytes, 128 characters": { tweak: managers(`${a(127)}\u00e9`), causes: causes(0) },
    "manager: 129 bytes with emoji": { tweak: managers(`${"\u{1f600}".repeat(32)}a`), causes: causes(0) },
    "manager: 129 bytes with U+212A": { tweak: managers(`${a(126)}\u212a`), causes: causes(0) },
    "manager: 129 bytes with a lone surrogate": { tweak: managers(`${a(126)}\ud800`), causes: causes(0) },
    "manager: 129 bytes, not printable": { tweak: managers("\n".repeat(129)), causes: causes(0) },
    "managedFields: first bad": { tweak: managers(a(129), "a", ""), causes: causes(0) },
    "managedFields: last bad": { tweak: managers("a", "", a(129)), causes: causes(2) },
    "managedFields: two bad alike": { tweak: managers(a(129), "a", a(129)), causes: causes(0, 2) },
    "managedFields: bad in all": {
      tweak: metadata({ managedFields: [{ manager: a(129), operation: "", fieldsType: "a", subresource: a(257) }] }),
      causes: causes(0),
    },
    "manager: long before too": {
      tweak: managers(a(129)),
      old: managers(a(129)),
      operations: ["UPDATE"],
      causes: causes(0),
    },
  },
});
