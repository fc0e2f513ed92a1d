import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { itemErrors } from "../shared/item-errors.ts";

/** kube-apiserver enforces this rule in ValidateManagedFields. */
export const rule: Rule = defineRule({
  id: "metadata/managed-fields-operation-known",
  tier: "api",
  description: "the operation of a managedFields entry must be Apply or Update",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { metadata } }) {
    return itemErrors(metadata.managedFields, ({ operation }, index) => {
      if (operation === "Apply" || operation === "Update") return [];
      return [invalid(["metadata", "managedFields", index, "operation"], operation, "must be `Apply` or `Update`")];
    });
  },
});
