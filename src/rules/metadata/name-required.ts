import { required } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";

/** Upstream: ValidateObjectMeta. Only a create makes a name from generateName. */
export const rule: Rule = defineRule({
  id: "metadata/name-required",
  tier: "api",
  description: "name must be set, or on create generateName",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ operation, object: { metadata } }) {
    if (metadata.name !== "" || (operation === "CREATE" && metadata.generateName !== "")) return [];
    return [required(["metadata", "name"], "name or generateName is required")];
  },
});
