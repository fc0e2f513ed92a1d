import { invalid } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { itemErrors } from "../shared/item-errors.ts";

/**
 * kube-apiserver checks this in validateOwnerReference with ParseGroupVersion. This function finds
 * no version after a second slash. Before 1.37, the path has no index.
 */
export const rule: Rule = defineRule({
  id: "metadata/owner-reference-version-set",
  tier: "api",
  description: "apiVersion of an owner reference must contain a version",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { metadata } }) {
    return itemErrors(metadata.ownerReferences, ({ apiVersion }, item) => {
      if (/^([^/]*\/)?[^/]+$/.test(apiVersion)) return [];
      return [{ ...invalid(["metadata", "ownerReferences", "apiVersion"], apiVersion, "version must not be empty"), item }];
    });
  },
});
