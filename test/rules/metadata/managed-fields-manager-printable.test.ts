import { rule } from "../../../src/rules/metadata/managed-fields-manager-printable.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";
import { valueRows } from "../../harness/value-rows.ts";

const managers = (...values: readonly unknown[]) =>
  metadata({ managedFields: values.map((manager) => ({ manager, operation: "Update", fieldsType: "FieldsV1" })) });
/** Returns one cause for each of these indexes in `managedFields`. */
const causes = (...indexes: readonly number[]) =>
  indexes.map((index) => ({ type: "FieldValueInvalid", field: `metadata.managedFields[${index}].manager` }));
const rows = valueRows({ name: "manager:", tweak: (value: unknown) => managers(value) });

const ascii = ["a", " ", "~", "kubectl edit", "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}"];
/** Letters, marks, numbers, punctuation, and symbols of many scripts. */
const beyond = [
  "\u00a1",
  "\u00e9",
  "e\u0301",
  "\u0130",
  "\u0301",
  "\u20e3",
  "\u0660",
  "\u2160",
  "\u20ac",
  "\u212a",
  "\u4e2d",
  "\u{1f600}",
  "\u{20000}",
];
const surrogates = ["\ufffd", "\ud800", "\udc00", "a\ud800b"];
const controls = ["\u0000", "\u0007", "\t", "\n", "\r", "\u001b", "\u001f", "\u007f", "\u0080", "\u0085", "\u009f"];
/** Spaces other than U+0020. Go treats only U+0020 as printable. */
const spaces = ["\u00a0", "\u1680", "\u2000", "\u2003", "\u2028", "\u2029", "\u202f", "\u205f", "\u3000"];
const formats = ["\u00ad", "\u061c", "\u200b", "\u200d", "\u202e", "\u2060", "\ufeff", "\u{e0001}", "\u{e007f}"];
const unassigned = [
  "\ue000",
  "\uf8ff",
  "\u{f0000}",
  "\u{10fffd}",
  "\u0378",
  "\uffff",
  "\ufdd0",
  "\u{1ffff}",
  "\u{10ffff}",
];

testRule(rule, {
  silent: {
    ...rows({ values: [...ascii, ...beyond, ...surrogates] }),
    "manager: printable and too long": { tweak: managers("a".repeat(129)) },
    "manager: empty": { tweak: managers("") },
    "manager: null": { tweak: managers(null) },
    "manager: absent": { tweak: metadata({ managedFields: [{ operation: "Update" }] }) },
    "subresource: not printable": { tweak: metadata({ managedFields: [{ operation: "Update", subresource: "\n" }] }) },
    "managedFields: item null": { tweak: metadata({ managedFields: [null] }) },
    "managedFields: empty": { tweak: managers() },
    "managedFields: null": { tweak: metadata({ managedFields: null }) },
    "managedFields: absent": { tweak: without("metadata", "managedFields") },
    "metadata: null": { tweak: (object) => Object.assign(object, { metadata: null }) },
    "metadata: absent": { tweak: (object) => Reflect.deleteProperty(object, "metadata") },
    "manager: printable after one that is not": { tweak: managers("a"), old: managers("\n"), operations: ["UPDATE"] },
  },
  reports: {
    ...rows({ values: [...controls, ...spaces, ...formats, ...unassigned], causes: causes(0) }),
    "manager: first character bad": { tweak: managers("\nab"), causes: causes(0) },
    "manager: last character bad": { tweak: managers("ab\n"), causes: causes(0) },
    "manager: bad after an emoji": { tweak: managers("\u{1f600}\n"), causes: causes(0) },
    "manager: bad after a lone surrogate": { tweak: managers("\ud800\n"), causes: causes(0) },
    "manager: three bad, two of them alike": { tweak: managers("\na\t\n"), causes: causes(0, 0, 0) },
    "manager: bad and too long": { tweak: managers(`${"a".repeat(128)}\n`), causes: causes(0) },
    "managedFields: first bad": { tweak: managers("\n", "a", ""), causes: causes(0) },
    "managedFields: last bad": { tweak: managers("a", "", "\n"), causes: causes(2) },
    "managedFields: two bad alike": { tweak: managers("\n", "a", "\n"), causes: causes(0, 2) },
    "manager: bad before too": {
      tweak: managers("\n"),
      old: managers("\n"),
      operations: ["UPDATE"],
      causes: causes(0),
    },
  },
});
