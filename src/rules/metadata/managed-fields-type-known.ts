import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { itemErrors } from "../shared/item-errors.ts";

/** kube-apiserver enforces this rule in ValidateManagedFields. */
export const rule: Rule = defineRule({
  id: "metadata/managed-fields-type-known",
  tier: "api",
  description: "the fieldsType of a managedFields entry must be FieldsV1",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { metadata } }) {
    return itemErrors(metadata.managedFields, ({ fieldsType }, index) => {
      if (fieldsType === "" || fieldsType === "FieldsV1") return [];
      return [invalid(["metadata", "managedFields", index, "fieldsType"], fieldsType, "must be `FieldsV1`")];
    });
  },
});
