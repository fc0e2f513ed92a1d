import { invalid } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";

/** Upstream: ValidateManagedFields. */
export const rule: Rule = defineRule({
  id: "metadata/managed-fields-operation-known",
  tier: "api",
  description: "the operation of a managedFields entry must be Apply or Update",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  *check({ object: { metadata } }) {
    for (const [index, { operation }] of metadata.managedFields.entries()) {
      if (operation === "Apply" || operation === "Update") continue;
      yield invalid(["metadata", "managedFields", index, "operation"], operation, "must be `Apply` or `Update`");
    }
  },
});
