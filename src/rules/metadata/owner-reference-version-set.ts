import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { itemErrors } from "../shared/item-errors.ts";

/**
 * kube-apiserver enforces this rule in validateOwnerReference with ParseGroupVersion. For an
 * apiVersion with two slashes, ParseGroupVersion returns no version. The path of the error has
 * no list index, as in Kubernetes 1.36.
 */
export const rule: Rule = defineRule({
  id: "metadata/owner-reference-version-set",
  tier: "api",
  description: "apiVersion of an owner reference must contain a version",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { metadata } }) {
    return itemErrors(metadata.ownerReferences, ({ apiVersion }) => {
      if (/^([^/]*\/)?[^/]+$/.test(apiVersion)) return [];
      return [invalid(["metadata", "ownerReferences", "apiVersion"], apiVersion, "version must not be empty")];
    });
  },
});
