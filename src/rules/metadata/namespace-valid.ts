import { invalid } from "../../core/field/error.ts";
import { checkLabel } from "../../core/text/names.ts";
import { defineRule, type Rule } from "../rule.ts";

/** kube-apiserver enforces this rule in ValidateNamespaceName. */
export const rule: Rule = defineRule({
  id: "metadata/namespace-valid",
  tier: "api",
  description: "namespace must be an RFC 1123 label",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { metadata } }) {
    const { namespace } = metadata;
    if (namespace === "") return [];
    return checkLabel(namespace).map((message) => invalid(["metadata", "namespace"], namespace, message));
  },
});
