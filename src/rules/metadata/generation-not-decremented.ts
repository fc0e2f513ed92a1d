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
    if (generation >= oldObject.metadata.generation) return [];
    const detail = generation === 0 ? "field cannot be cleared once set" : "must not be decremented";
    return [invalid(["metadata", "generation"], generation, detail)];
  },
});
