import { rule } from "../../../src/rules/metadata/owner-reference-fields-set.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";

const good = { apiVersion: "v1", kind: "Node", name: "a", uid: "b" };
const owners = (...references: readonly unknown[]) => metadata({ ownerReferences: references });
const owner = (values: Readonly<Record<string, unknown>>) => owners({ ...good, ...values });
const causes = (...fields: readonly string[]) => causesAt(...fields.map((field) => [0, field] as const));
const causesAt = (...fields: readonly (readonly [index: number, field: string])[]) =>
  fields.map(([index, field]) => ({
    type: "FieldValueRequired",
    field: `metadata.ownerReferences[${index}].${field}`,
  }));

testRule(rule, {
  silent: {
    "ownerReferences: one": { tweak: owners(good) },
    "ownerReferences: same one twice": { tweak: owners(good, good) },
    "ownerReferences: values of a space, which is not nothing": { tweak: owner({ kind: " ", name: " ", uid: " " }) },
    "ownerReferences: values that no object can have": { tweak: owner({ kind: "/", name: "..", uid: "\ud800" }) },
    "ownerReferences: apiVersion empty": { tweak: owner({ apiVersion: "" }) },
    "ownerReferences: v1 Event": { tweak: owner({ kind: "Event" }) },
    "ownerReferences: empty": { tweak: owners() },
    "ownerReferences: null": { tweak: metadata({ ownerReferences: null }) },
    "ownerReferences: absent": { tweak: without("metadata", "ownerReferences") },
    "metadata: null": { tweak: (object) => Object.assign(object, { metadata: null }) },
    "metadata: absent": { tweak: (object) => Reflect.deleteProperty(object, "metadata") },
    "ownerReferences: good after a bad one": { tweak: owners(good), old: owner({ uid: "" }), operations: ["UPDATE"] },
  },
  reports: {
    "kind: empty": { tweak: owner({ kind: "" }), causes: causes("kind") },
    "kind: null": { tweak: owner({ kind: null }), causes: causes("kind") },
    "kind: absent": { tweak: owners({ apiVersion: "v1", name: "a", uid: "b" }), causes: causes("kind") },
    "name: empty": { tweak: owner({ name: "" }), causes: causes("name") },
    "name: null": { tweak: owner({ name: null }), causes: causes("name") },
    "name: absent": { tweak: owners({ apiVersion: "v1", kind: "Node", uid: "b" }), causes: causes("name") },
    "uid: empty": { tweak: owner({ uid: "" }), causes: causes("uid") },
    "uid: null": { tweak: owner({ uid: null }), causes: causes("uid") },
    "uid: absent": { tweak: owners({ apiVersion: "v1", kind: "Node", name: "a" }), causes: causes("uid") },
    "ownerReferences: first bad": { tweak: owners({ ...good, kind: "" }, good, good), causes: causes("kind") },
    "ownerReferences: last bad": { tweak: owners(good, good, { ...good, uid: "" }), causes: causesAt([2, "uid"]) },
    "ownerReferences: two bad, in their order": {
      tweak: owners({ ...good, uid: "" }, good, { ...good, kind: "" }),
      causes: causesAt([0, "uid"], [2, "kind"]),
    },
    "ownerReferences: two bad alike": {
      tweak: owners({ ...good, uid: "" }, { ...good, name: "c", uid: "" }),
      causes: causesAt([0, "uid"], [1, "uid"]),
    },
    "ownerReferences: all empty": {
      tweak: owner({ kind: "", name: "", uid: "" }),
      causes: causes("kind", "name", "uid"),
    },
    "ownerReferences: item {}": { tweak: owners({}), causes: causes("kind", "name", "uid") },
    "ownerReferences: item null": { tweak: owners(good, null), causes: causesAt([1, "kind"], [1, "name"], [1, "uid"]) },
    "ownerReferences: no version either": { tweak: owner({ apiVersion: "", kind: "" }), causes: causes("kind") },
    "ownerReferences: bad before too": {
      tweak: owner({ uid: "" }),
      old: owner({ uid: "" }),
      operations: ["UPDATE"],
      causes: causes("uid"),
    },
  },
});
