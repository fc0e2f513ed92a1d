import { invalid } from "../../field/error.ts";
import { unprintableFaults } from "../../format/printable.ts";
import { defineRule, type Rule } from "../rule.ts";

/** Upstream: ValidateFieldManager. */
export const rule: Rule = defineRule({
  id: "metadata/managed-fields-manager-printable",
  tier: "api",
  description: "the manager of a managedFields entry must be printable",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  *check({ object: { metadata } }) {
    for (const [index, { manager }] of metadata.managedFields.entries()) {
      for (const fault of unprintableFaults(manager)) yield invalid(["metadata", "managedFields", index, "manager"], manager, fault);
    }
  },
});
