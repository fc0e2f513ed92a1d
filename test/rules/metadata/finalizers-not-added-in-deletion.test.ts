import { rule } from "../../../src/rules/metadata/finalizers-not-added-in-deletion.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";

const deletionTimestamp = "2026-07-01T08:00:00Z";
type Finalizers = readonly (string | null)[] | null;
/**
 * Returns a row for an update of an object that is being deleted, with its old and new finalizers.
 */
const inDeletion = (old: Finalizers, now: Finalizers): Row => ({
  old: metadata({ deletionTimestamp, deletionGracePeriodSeconds: 0, finalizers: old }),
  tweak: metadata({ deletionTimestamp, deletionGracePeriodSeconds: 0, finalizers: now }),
});
const added = metadata({ finalizers: ["example.com/wait", "a/b"] });
const causes = [{ type: "FieldValueForbidden", field: "metadata.finalizers" }];

testRule(rule, {
  silent: {
    "finalizers: added, not in deletion": { tweak: added },
    "finalizers: added, old deletionTimestamp null": { old: metadata({ deletionTimestamp: null }), tweak: added },
    "finalizers: added, only the new object has a deletionTimestamp": {
      tweak: metadata({ deletionTimestamp, finalizers: ["example.com/wait", "a/b"] }),
    },
    "finalizers: added, old has only a grace period": {
      old: metadata({ deletionGracePeriodSeconds: 0 }),
      tweak: added,
    },
    "finalizers: added, no old metadata": { old: (object) => Object.assign(object, { metadata: null }), tweak: added },
    "finalizers: as before": inDeletion(["a", "b"], ["a", "b"]),
    "finalizers: in another order": inDeletion(["a", "b"], ["b", "a"]),
    "finalizers: repeated": inDeletion(["a"], ["a", "a"]),
    "finalizers: bad before too": inDeletion(["-", ""], ["", "-"]),
    "finalizers: null for an empty one": inDeletion([""], [null]),
    "finalizers: a lone surrogate for another, to Go one character": inDeletion(["\ud800"], ["\udc00"]),
    "finalizers: first removed": inDeletion(["a", "b"], ["b"]),
    "finalizers: last removed": inDeletion(["a", "b"], ["a"]),
    "finalizers: all removed": inDeletion(["a", "b"], []),
    "finalizers: null after some": inDeletion(["a"], null),
    "finalizers: none after null": inDeletion(null, []),
    "metadata: null": {
      old: metadata({ deletionTimestamp }),
      tweak: (object) => Object.assign(object, { metadata: null }),
    },
  },
  reports: {
    "finalizers: first added": { ...inDeletion(["b"], ["a", "b"]), causes },
    "finalizers: last added": { ...inDeletion(["a"], ["a", "b"]), causes },
    "finalizers: two added, one error": { ...inDeletion(["b"], ["c", "b", "a"]), causes },
    "finalizers: one added twice": { ...inDeletion(["b"], ["a", "a"]), causes },
    "finalizers: one replaced": { ...inDeletion(["a"], ["b"]), causes },
    "finalizers: one in another case": { ...inDeletion(["a"], ["A"]), causes },
    "finalizers: one after none": { ...inDeletion([], ["a"]), causes },
    "finalizers: one after null": { ...inDeletion(null, ["a"]), causes },
    "finalizers: an empty one added": { ...inDeletion(["a"], ["a", ""]), causes },
    "finalizers: null added, which is an empty one": { ...inDeletion([], [null]), causes },
    "finalizers: a name of all objects added": { ...inDeletion([], ["constructor"]), causes },
    "finalizers: __proto__ added": { ...inDeletion([], ["__proto__"]), causes },
    "finalizers: both of a pair that exclude each other added": {
      ...inDeletion([], ["orphan", "foregroundDeletion"]),
      causes,
    },
    "finalizers: one after absent": {
      old: (object) => Object.assign(object, { metadata: { deletionTimestamp } }),
      tweak: metadata({ finalizers: ["a"] }),
      causes,
    },
    "finalizers: added, new deletionTimestamp absent": {
      old: metadata({ deletionTimestamp, finalizers: ["a"] }),
      tweak: without("metadata", "deletionTimestamp"),
      causes,
    },
    "finalizers: added, old deletionTimestamp Go's zero time": {
      old: metadata({ deletionTimestamp: "0001-01-01T00:00:00Z" }),
      tweak: added,
      causes,
    },
  },
});
