import { forbidden } from "../../core/field/error.ts";
import { goQuote } from "../../core/field/go-quote.ts";
import { defineRule, type Rule } from "../rule.ts";

/** kube-apiserver enforces this rule in ValidateNoNewFinalizers. */
export const rule: Rule = defineRule({
  id: "metadata/finalizers-not-added-in-deletion",
  tier: "api",
  description: "finalizers must not be added to an object that is being deleted",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["UPDATE"],
  check({ object, oldObject }) {
    if (oldObject.metadata.deletionTimestamp === undefined) return [];
    const old = new Set(oldObject.metadata.finalizers);
    const added = [...new Set(object.metadata.finalizers)].filter((finalizer) => !old.has(finalizer)).sort();
    if (added.length === 0) return [];
    const list = `[]string{${added.map(goQuote).join(", ")}}`;
    return [
      forbidden(
        ["metadata", "finalizers"],
        `no new finalizers can be added if the object is being deleted, found new finalizers ${list}`,
      ),
    ];
  },
});
