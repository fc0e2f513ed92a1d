import { invalid } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";

/** Upstream: validateOwnerReference; its path has no index until 1.37. */
export const rule: Rule = defineRule({
  id: "metadata/owner-reference-fields-set",
  tier: "api",
  description: "kind, name and uid of an owner reference must not be empty",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  *check({ object: { metadata } }) {
    for (const [item, owner] of metadata.ownerReferences.entries()) {
      for (const name of ["kind", "name", "uid"] as const) {
        if (owner[name] === "") yield { ...invalid(["metadata", "ownerReferences", name], "", "must not be empty"), item };
      }
    }
  },
});
