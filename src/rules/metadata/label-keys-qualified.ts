import { invalid } from "../../field/error.ts";
import { qualifiedNameFaults } from "../../format/qualified-name.ts";
import { defineRule, type Rule } from "../rule.ts";

/** Upstream: ValidateLabels. */
export const rule: Rule = defineRule({
  id: "metadata/label-keys-qualified",
  tier: "api",
  description: "label keys must be qualified names",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  *check({ object: { metadata } }) {
    for (const key of Object.keys(metadata.labels)) {
      for (const fault of qualifiedNameFaults(key)) yield invalid(["metadata", "labels"], key, fault);
    }
  },
});
