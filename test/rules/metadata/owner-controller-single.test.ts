import { rule } from "../../../src/rules/metadata/owner-controller-single.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";
import { repeated } from "../../harness/value-rows.ts";

/**
 * Returns a tweak that sets one owner reference for each value of `controller`. The name of a
 * reference is its index.
 */
const controllers = (...values: readonly unknown[]) =>
  metadata({
    ownerReferences: values.map((controller, index) => ({
      apiVersion: "v1",
      kind: "Node",
      name: `${index}`,
      uid: `${index}`,
      controller,
    })),
  });
const causes = repeated({ type: "FieldValueInvalid", field: "metadata.ownerReferences" });

testRule(rule, {
  silent: {
    "controller: true once": { tweak: controllers(true) },
    "controller: true in the first": { tweak: controllers(true, false, null) },
    "controller: true in the last": { tweak: controllers(null, false, true) },
    "controller: false, null or absent": { tweak: controllers(false, false, null, undefined) },
    "controller: absent in two of one name": {
      tweak: metadata({
        ownerReferences: [
          { kind: "a", name: "a" },
          { kind: "a", name: "a" },
        ],
      }),
    },
    "blockOwnerDeletion: true in two": {
      tweak: metadata({ ownerReferences: [{ blockOwnerDeletion: true }, { blockOwnerDeletion: true }] }),
    },
    "ownerReferences: items null": { tweak: metadata({ ownerReferences: [null, { controller: true }, null] }) },
    "ownerReferences: empty": { tweak: controllers() },
    "ownerReferences: null": { tweak: metadata({ ownerReferences: null }) },
    "ownerReferences: absent": { tweak: without("metadata", "ownerReferences") },
    "metadata: null": { tweak: (object) => Object.assign(object, { metadata: null }) },
    "metadata: absent": { tweak: (object) => Reflect.deleteProperty(object, "metadata") },
    "controller: another after the first": {
      tweak: controllers(false, true),
      old: controllers(true, false),
      operations: ["UPDATE"],
    },
    "controller: true once after twice": {
      tweak: controllers(true),
      old: controllers(true, true),
      operations: ["UPDATE"],
    },
  },
  reports: {
    "controller: true twice": { tweak: controllers(true, true), causes: causes(1) },
    "controller: true in the first and the last": { tweak: controllers(true, false, null, true), causes: causes(1) },
    "controller: true thrice, each after the first reported": {
      tweak: controllers(true, true, false, true),
      causes: causes(2),
    },
    "controller: true in two of one name but another uid": {
      tweak: metadata({
        ownerReferences: ["a", "b"].map((uid) => ({
          apiVersion: "v1",
          kind: "Node",
          name: "a",
          uid,
          controller: true,
        })),
      }),
      causes: causes(1),
    },
    "controller: true in two of no kind and name": {
      tweak: metadata({
        ownerReferences: [
          { uid: "a", controller: true },
          { uid: "b", controller: true },
        ],
      }),
      causes: causes(1),
    },
    "controller: true in an Event too": {
      tweak: metadata({
        ownerReferences: ["Node", "Event"].map((kind) => ({
          apiVersion: "v1",
          kind,
          name: "a",
          uid: kind,
          controller: true,
        })),
      }),
      causes: causes(1),
    },
    "controller: true twice before too": {
      tweak: controllers(true, true),
      old: controllers(true, true),
      operations: ["UPDATE"],
      causes: causes(1),
    },
  },
});
