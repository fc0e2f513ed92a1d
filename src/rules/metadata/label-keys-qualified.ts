import { invalid } from "../../field/error.ts";
import { qualifiedNameFaults } from "../../format/qualified-name.ts";
import { itemErrors } from "../item-errors.ts";
import { defineRule, type Rule } from "../rule.ts";

/** Upstream: ValidateLabels. */
export const rule: Rule = defineRule({
  id: "metadata/label-keys-qualified",
  tier: "api",
  description: "label keys must be qualified names",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { metadata } }) {
    return itemErrors(Object.keys(metadata.labels), (key) =>
      qualifiedNameFaults(key).map((fault) => invalid(["metadata", "labels"], key, fault)),
    );
  },
});
