import { required } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";

/**
 * kube-apiserver enforces this rule in ValidateObjectMeta. A running kube-apiserver takes the
 * namespace from the URL of the request.
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
