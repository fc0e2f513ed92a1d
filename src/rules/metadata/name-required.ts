import { required } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";

/**
 * kube-apiserver enforces this rule in ValidateObjectMeta. kube-apiserver generates a name from
 * generateName only for a create.
 */
export const rule: Rule = defineRule({
  id: "metadata/name-required",
  tier: "api",
  description: "name must be set, or generateName on create",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ operation, object: { metadata } }) {
    if (metadata.name !== "" || (operation === "CREATE" && metadata.generateName !== "")) return [];
    return [required(["metadata", "name"], "name or generateName is required")];
  },
});
