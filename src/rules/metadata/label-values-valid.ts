import { invalid } from "../../field/error.ts";
import { labelValueFaults } from "../../format/qualified-name.ts";
import { defineRule, type Rule } from "../rule.ts";

/** Upstream: ValidateLabels. */
export const rule: Rule = defineRule({
  id: "metadata/label-values-valid",
  tier: "api",
  description: "label values must be at most 63 bytes of alphanumerics, '-', '_' and '.'",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  *check({ object: { metadata } }) {
    for (const value of Object.values(metadata.labels)) {
      for (const fault of labelValueFaults(value)) yield invalid(["metadata", "labels"], value, fault);
    }
  },
});
