import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { checkNamePrefix } from "../shared/check-name.ts";

/**
 * kube-apiserver enforces this rule in ValidateObjectMeta. ValidateObjectMeta calls the name
 * function of the kind with `prefix` set to true.
 */
export const rule: Rule = defineRule({
  id: "metadata/generate-name-valid",
  tier: "api",
  description: "generateName must be a valid prefix of a name",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ operation, object: { metadata } }, { kind }) {
    const { generateName } = metadata;
    if (generateName === "") return [];
    return checkNamePrefix(kind, operation, generateName).map((message) =>
      invalid(["metadata", "generateName"], generateName, message),
    );
  },
});
