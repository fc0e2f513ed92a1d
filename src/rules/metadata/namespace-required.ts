import { required } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";

/**
 * kube-apiserver enforces this rule in ValidateObjectMeta. For a running kube-apiserver, the
 * namespace is never empty, because it comes from the URL of the request.
 */
export const rule: Rule = defineRule({
  id: "metadata/namespace-required",
  tier: "api",
  description: "namespace must be set",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { metadata } }) {
    return metadata.namespace === "" ? [required(["metadata", "namespace"])] : [];
  },
});
