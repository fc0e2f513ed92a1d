import { invalid } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";

/** Upstream: ValidateManagedFields. */
export const rule: Rule = defineRule({
  id: "metadata/managed-fields-type-known",
  tier: "api",
  description: "the fieldsType of a managedFields entry must be FieldsV1",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  *check({ object: { metadata } }) {
    for (const [index, { fieldsType }] of metadata.managedFields.entries()) {
      if (fieldsType === "" || fieldsType === "FieldsV1") continue;
      yield invalid(["metadata", "managedFields", index, "fieldsType"], fieldsType, "must be `FieldsV1`");
    }
  },
});
