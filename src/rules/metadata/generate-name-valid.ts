import { invalid } from "../../field/error.ts";
import { namePrefixFaults } from "../name-faults.ts";
import { defineRule, type Rule } from "../rule.ts";

/** Upstream: ValidateObjectMeta with the name function of the kind as prefix. */
export const rule: Rule = defineRule({
  id: "metadata/generate-name-valid",
  tier: "api",
  description: "generateName must be the beginning of a valid name",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ operation, object: { metadata } }, { kind }) {
    const { generateName } = metadata;
    if (generateName === "") return [];
    return namePrefixFaults(kind, operation, generateName).map((fault) => invalid(["metadata", "generateName"], generateName, fault));
  },
});
