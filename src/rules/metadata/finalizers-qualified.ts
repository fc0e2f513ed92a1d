import { invalid } from "../../core/field/error.ts";
import { checkQualifiedName } from "../../core/text/qualified-name.ts";
import { defineRule, type Rule } from "../rule.ts";
import { itemErrors } from "../shared/item-errors.ts";

/** kube-apiserver enforces this rule in ValidateFinalizers. */
export const rule: Rule = defineRule({
  id: "metadata/finalizers-qualified",
  tier: "api",
  description: "finalizers must be qualified names",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { metadata } }) {
    return itemErrors(metadata.finalizers, (finalizer) =>
      checkQualifiedName(finalizer).map((message) => invalid(["metadata", "finalizers"], finalizer, message)),
    );
  },
});
