import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";

/** kube-apiserver enforces this rule in ValidateFinalizers. */
export const rule: Rule = defineRule({
  id: "metadata/finalizers-compatible",
  tier: "api",
  description: "the finalizers orphan and foregroundDeletion must not be set together",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { metadata } }) {
    const { finalizers } = metadata;
    if (!finalizers.includes("orphan") || !finalizers.includes("foregroundDeletion")) return [];
    return [
      invalid(["metadata", "finalizers"], finalizers, "finalizer orphan and foregroundDeletion cannot be both set"),
    ];
  },
});
