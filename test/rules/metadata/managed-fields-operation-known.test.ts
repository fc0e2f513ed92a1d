import { rule } from "../../../src/rules/metadata/managed-fields-operation-known.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";
import { valueRows } from "../../harness/value-rows.ts";

const entries = (...values: readonly unknown[]) =>
  metadata({ managedFields: values.map((operation) => ({ manager: "a", operation, fieldsType: "FieldsV1" })) });
const causes = (type: string, ...indexes: readonly number[]) =>
  indexes.map((index) => ({ type, field: `metadata.managedFields[${index}].operation` }));
const required = (...indexes: readonly number[]) => causes("FieldValueRequired", ...indexes);
const notSupported = (...indexes: readonly number[]) => causes("FieldValueNotSupported", ...indexes);
const rows = valueRows({ name: "operation:", tweak: (value: unknown) => entries(value) });

testRule(rule, {
  silent: {
    "operation: Apply": { tweak: entries("Apply") },
    "operation: Update": { tweak: entries("Update") },
    "managedFields: one of each": { tweak: entries("Apply", "Update", "Apply") },
    "managedFields: all else bad": {
      tweak: metadata({
        managedFields: [{ manager: "\n", operation: "Apply", fieldsType: "a", subresource: "a".repeat(257) }],
      }),
    },
    "managedFields: empty": { tweak: entries() },
    "managedFields: null": { tweak: metadata({ managedFields: null }) },
    "managedFields: absent": { tweak: without("metadata", "managedFields") },
    "metadata: null": { tweak: (object) => Object.assign(object, { metadata: null }) },
    "metadata: absent": { tweak: (object) => Reflect.deleteProperty(object, "metadata") },
    "operation: good after a bad one": { tweak: entries("Apply"), old: entries(""), operations: ["UPDATE"] },
  },
  reports: {
    ...rows({ values: ["", null], causes: required(0) }),
    ...rows({
      values: [
        " ",
        "apply",
        "UPDATE",
        "Apply ",
        "\nUpdate",
        "ApplyUpdate",
        "Create",
        "\ud800",
        "constructor",
        "__proto__",
      ],
      causes: notSupported(0),
    }),
    "operation: absent": { tweak: metadata({ managedFields: [{ manager: "a" }] }), causes: required(0) },
    "managedFields: item {}": { tweak: metadata({ managedFields: [{}] }), causes: required(0) },
    "managedFields: item null": { tweak: metadata({ managedFields: [null] }), causes: required(0) },
    "managedFields: first bad": { tweak: entries("", "Apply", "Update"), causes: required(0) },
    "managedFields: last bad": { tweak: entries("Apply", "Update", ""), causes: required(2) },
    "managedFields: two bad alike": { tweak: entries("", "Apply", ""), causes: required(0, 2) },
    "operation: bad before too": {
      tweak: entries("a"),
      old: entries("a"),
      operations: ["UPDATE"],
      causes: notSupported(0),
    },
  },
});
