import { rule } from "../../../src/rules/metadata/owner-reference-version-set.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";
import { valueRows } from "../../harness/value-rows.ts";

const owners = (...versions: readonly unknown[]) =>
  metadata({
    ownerReferences: versions.map((apiVersion, index) => ({ apiVersion, kind: "Node", name: "a", uid: `${index}` })),
  });
const rows = valueRows({ name: "apiVersion:", tweak: (version: unknown) => owners(version) });
const causes = (type: string, ...indexes: readonly number[]) =>
  indexes.map((index) => ({ type, field: `metadata.ownerReferences[${index}].apiVersion` }));
const invalid = (...indexes: readonly number[]) => causes("FieldValueInvalid", ...indexes);
const required = (...indexes: readonly number[]) => causes("FieldValueRequired", ...indexes);

testRule(rule, {
  silent: {
    ...rows({ values: ["v1", "apps/v1", "/v1", "a", "A/B", "a/ ", " ", "\n", "/ ", "\u00e9", "\ud800"] }),
    "apiVersion: a version of each": { tweak: owners("v1", "apps/v1", "apps/v1") },
    "ownerReferences: kind, name and uid empty": { tweak: metadata({ ownerReferences: [{ apiVersion: "v1" }] }) },
    "ownerReferences: v1 Event": {
      tweak: metadata({ ownerReferences: [{ apiVersion: "v1", kind: "Event", name: "a", uid: "b" }] }),
    },
    "ownerReferences: empty": { tweak: owners() },
    "ownerReferences: null": { tweak: metadata({ ownerReferences: null }) },
    "ownerReferences: absent": { tweak: without("metadata", "ownerReferences") },
    "metadata: null": { tweak: (object) => Object.assign(object, { metadata: null }) },
    "metadata: absent": { tweak: (object) => Reflect.deleteProperty(object, "metadata") },
    "apiVersion: good after a bad one": { tweak: owners("v1"), old: owners(""), operations: ["UPDATE"] },
  },
  reports: {
    ...rows({ values: ["", null], causes: required(0) }),
    ...rows({
      values: ["/", "apps/", "v1/", "a/b/c", "//", "/v1/", "//v1", "apps//v1", "///", "a/b/c/d", " /", "\u00e9/"],
      causes: invalid(0),
    }),
    "apiVersion: absent": {
      tweak: metadata({ ownerReferences: [{ kind: "Node", name: "a", uid: "b" }] }),
      causes: required(0),
    },
    "ownerReferences: item {}": { tweak: metadata({ ownerReferences: [{}] }), causes: required(0) },
    "ownerReferences: item null": { tweak: metadata({ ownerReferences: [null] }), causes: required(0) },
    "ownerReferences: first bad": { tweak: owners("", "v1", "v1"), causes: required(0) },
    "ownerReferences: last bad": { tweak: owners("v1", "v1", "a/b/c"), causes: invalid(2) },
    "ownerReferences: two bad": { tweak: owners("apps/", "v1", "/"), causes: invalid(0, 2) },
    "ownerReferences: two bad alike": { tweak: owners("", "v1", null), causes: required(0, 2) },
    "ownerReferences: Event of no version": {
      tweak: metadata({ ownerReferences: [{ apiVersion: "", kind: "Event", name: "", uid: "" }] }),
      causes: required(0),
    },
    "apiVersion: bad before too": {
      tweak: owners("apps/"),
      old: owners("apps/"),
      operations: ["UPDATE"],
      causes: invalid(0),
    },
  },
});
