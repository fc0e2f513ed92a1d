import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";

/** kube-apiserver enforces this rule in ValidateObjectMetaAccessorUpdate. */
export const rule: Rule = defineRule({
  id: "metadata/generation-not-decremented",
  tier: "api",
  description: "generation must not decrease",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["UPDATE"],
  check({ object, oldObject }) {
    const { generation } = object.metadata;
    return generation < oldObject.metadata.generation
      ? [invalid(["metadata", "generation"], generation, "must not be decremented")]
      : [];
  },
});
