import { invalid, required } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { itemErrors } from "../shared/item-errors.ts";

/**
 * kube-apiserver enforces this rule in validateOwnerReference with ParseGroupVersion. For an
 * apiVersion with two slashes, ParseGroupVersion returns no version.
 */
export const rule: Rule = defineRule({
  id: "metadata/owner-reference-version-set",
  tier: "api",
  description: "apiVersion of an owner reference must contain a version",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { metadata } }) {
    return itemErrors(metadata.ownerReferences, ({ apiVersion }, index) => {
      if (/^([^/]*\/)?[^/]+$/.test(apiVersion)) return [];
      const field = ["metadata", "ownerReferences", index, "apiVersion"];
      return [
        apiVersion === "" ? required(field) : invalid(field, apiVersion, "must be <group>/<version> or <version>"),
      ];
    });
  },
});
