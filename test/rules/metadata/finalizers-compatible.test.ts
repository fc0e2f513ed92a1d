import { rule } from "../../../src/rules/metadata/finalizers-compatible.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";

const finalizers = (...values: readonly (string | null)[]) => metadata({ finalizers: values });
const causes = [{ type: "FieldValueInvalid", field: "metadata.finalizers" }];

testRule(rule, {
  silent: {
    "finalizers: orphan": { tweak: finalizers("orphan") },
    "finalizers: foregroundDeletion": { tweak: finalizers("foregroundDeletion") },
    "finalizers: orphan twice": { tweak: finalizers("orphan", "orphan") },
    "finalizers: one in another case": { tweak: finalizers("Orphan", "foregroundDeletion") },
    "finalizers: other in another case": { tweak: finalizers("orphan", "foregrounddeletion") },
    "finalizers: one with a prefix": { tweak: finalizers("kubernetes.io/orphan", "foregroundDeletion") },
    "finalizers: one with a space": { tweak: finalizers("orphan ", "foregroundDeletion") },
    "finalizers: bad ones": { tweak: finalizers("", null, "-") },
    "finalizers: empty": { tweak: finalizers() },
    "finalizers: null": { tweak: metadata({ finalizers: null }) },
    "finalizers: absent": { tweak: without("metadata", "finalizers") },
    "metadata: null": { tweak: (object) => Object.assign(object, { metadata: null }) },
    "metadata: absent": { tweak: (object) => Reflect.deleteProperty(object, "metadata") },
    "finalizers: foregroundDeletion after orphan": {
      tweak: finalizers("foregroundDeletion"),
      old: finalizers("orphan"),
      operations: ["UPDATE"],
    },
    "finalizers: one after both": {
      tweak: finalizers("orphan"),
      old: finalizers("orphan", "foregroundDeletion"),
      operations: ["UPDATE"],
    },
  },
  reports: {
    "finalizers: both": { tweak: finalizers("orphan", "foregroundDeletion"), causes },
    "finalizers: both the other way round": { tweak: finalizers("foregroundDeletion", "orphan"), causes },
    "finalizers: both, first and last": { tweak: finalizers("orphan", "a/b", null, "foregroundDeletion"), causes },
    "finalizers: both, one of them twice": { tweak: finalizers("orphan", "foregroundDeletion", "orphan"), causes },
    "finalizers: both twice": {
      tweak: finalizers("orphan", "foregroundDeletion", "orphan", "foregroundDeletion"),
      causes,
    },
    "finalizers: both before too": {
      tweak: finalizers("orphan", "foregroundDeletion"),
      old: finalizers("orphan", "foregroundDeletion"),
      operations: ["UPDATE"],
      causes,
    },
  },
});
