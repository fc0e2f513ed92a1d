import { required } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { itemErrors } from "../shared/item-errors.ts";

const fields = ["kind", "name", "uid"] as const;

/**
 * kube-apiserver enforces this rule in validateOwnerReference, and from 1.38 on in
 * Validate_OwnerReference.
 */
export const rule: Rule = defineRule({
  id: "metadata/owner-reference-fields-set",
  tier: "api",
  description: "kind, name and uid of an owner reference must not be empty",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { metadata } }) {
    return itemErrors(metadata.ownerReferences, (owner, index) =>
      fields.filter((name) => owner[name] === "").map((name) => required(["metadata", "ownerReferences", index, name])),
    );
  },
});
