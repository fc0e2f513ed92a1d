import { notSupported, required } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { itemErrors } from "../shared/item-errors.ts";

const operations: readonly string[] = ["Apply", "Update"];

/**
 * kube-apiserver enforces this rule in ValidateManagedFields, and from 1.38 on in
 * Validate_ManagedFieldsEntry.
 */
export const rule: Rule = defineRule({
  id: "metadata/managed-fields-operation-known",
  tier: "api",
  description: "the operation of a managedFields entry must be Apply or Update",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { metadata } }) {
    return itemErrors(metadata.managedFields, ({ operation }, index) => {
      if (operations.includes(operation)) return [];
      const field = ["metadata", "managedFields", index, "operation"];
      return [operation === "" ? required(field) : notSupported(field, operation, operations)];
    });
  },
});
