import { rule } from "../../../src/rules/metadata/managed-fields-type-known.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";
import { valueRows } from "../../harness/value-rows.ts";

const entries = (...values: readonly unknown[]) =>
  metadata({ managedFields: values.map((fieldsType) => ({ manager: "a", operation: "Update", fieldsType })) });
const causes = (...indexes: readonly number[]) =>
  indexes.map((index) => ({ type: "FieldValueInvalid", field: `metadata.managedFields[${index}].fieldsType` }));
const rows = valueRows({ name: "fieldsType:", tweak: (value: unknown) => entries(value) });

testRule(rule, {
  silent: {
    "fieldsType: FieldsV1": { tweak: entries("FieldsV1") },
    "fieldsType: empty": { tweak: entries("") },
    "fieldsType: null": { tweak: entries(null) },
    "fieldsType: absent": { tweak: metadata({ managedFields: [{ operation: "Update" }] }) },
    "fieldsType: absent with fields": {
      tweak: metadata({ managedFields: [{ operation: "Update", fieldsV1: { "f:spec": {} } }] }),
    },
    "managedFields: all else bad": {
      tweak: metadata({
        managedFields: [{ manager: "\n", operation: "", fieldsType: "FieldsV1", subresource: "a".repeat(257) }],
      }),
    },
    "managedFields: item null": { tweak: metadata({ managedFields: [null, {}] }) },
    "managedFields: empty": { tweak: entries() },
    "managedFields: null": { tweak: metadata({ managedFields: null }) },
    "managedFields: absent": { tweak: without("metadata", "managedFields") },
    "metadata: null": { tweak: (object) => Object.assign(object, { metadata: null }) },
    "metadata: absent": { tweak: (object) => Reflect.deleteProperty(object, "metadata") },
    "fieldsType: good after a bad one": {
      tweak: entries("FieldsV1"),
      old: entries("FieldsV2"),
      operations: ["UPDATE"],
    },
  },
  reports: {
    ...rows({
      values: [
        " ",
        "fieldsV1",
        "FieldsV2",
        "FieldsV1 ",
        "\nFieldsV1",
        "FieldsV10",
        "v1",
        "\ud800",
        "null",
        "constructor",
        "__proto__",
      ],
      causes: causes(0),
    }),
    "managedFields: first bad": { tweak: entries("a", "FieldsV1", ""), causes: causes(0) },
    "managedFields: last bad": { tweak: entries("FieldsV1", "", "a"), causes: causes(2) },
    "managedFields: two bad alike": { tweak: entries("a", "FieldsV1", "a"), causes: causes(0, 2) },
    "fieldsType: bad before too": { tweak: entries("a"), old: entries("a"), operations: ["UPDATE"], causes: causes(0) },
  },
});
