import { invalid } from "../../field/error.ts";
import { qualifiedNameFaults } from "../../format/qualified-name.ts";
import { itemErrors } from "../item-errors.ts";
import { defineRule, type Rule } from "../rule.ts";

/** Upstream: ValidateFinalizers. */
export const rule: Rule = defineRule({
  id: "metadata/finalizers-qualified",
  tier: "api",
  description: "finalizers must be qualified names",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { metadata } }) {
    return itemErrors(metadata.finalizers, (finalizer) =>
      qualifiedNameFaults(finalizer).map((fault) => invalid(["metadata", "finalizers"], finalizer, fault)),
    );
  },
});
