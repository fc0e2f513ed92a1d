import { mapKeys } from "../../core/api/map-keys.ts";
import { invalid } from "../../core/field/error.ts";
import { checkQualifiedName } from "../../core/text/qualified-name.ts";
import { defineRule, type Rule } from "../rule.ts";
import { itemErrors } from "../shared/item-errors.ts";

/** kube-apiserver enforces this rule in ValidateLabels. */
export const rule: Rule = defineRule({
  id: "metadata/label-keys-qualified",
  tier: "api",
  description: "label keys must be qualified names",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { metadata } }) {
    return itemErrors(mapKeys(metadata.labels), (key) =>
      checkQualifiedName(key).map((message) => invalid(["metadata", "labels"], key, message)),
    );
  },
});
