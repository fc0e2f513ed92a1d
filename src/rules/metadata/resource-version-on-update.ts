import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";

/** kube-apiserver enforces this rule in ValidateObjectMetaAccessorUpdate. */
export const rule: Rule = defineRule({
  id: "metadata/resource-version-on-update",
  tier: "api",
  description: "resourceVersion must be set on update",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["UPDATE"],
  check({ object: { metadata } }) {
    return metadata.resourceVersion === ""
      ? [invalid(["metadata", "resourceVersion"], "", "must be specified for an update")]
      : [];
  },
});
