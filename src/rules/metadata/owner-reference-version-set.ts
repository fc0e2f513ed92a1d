import { invalid } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { itemErrors } from "../shared/item-errors.ts";

/** Upstream: validateOwnerReference with ParseGroupVersion, which makes nothing of a second slash; its path has no index until 1.37. */
export const rule: Rule = defineRule({
  id: "metadata/owner-reference-version-set",
  tier: "api",
  description: "apiVersion of an owner reference must name a version",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { metadata } }) {
    return itemErrors(metadata.ownerReferences, ({ apiVersion }, item) => {
      if (/^([^/]*\/)?[^/]+$/.test(apiVersion)) return [];
      return [{ ...invalid(["metadata", "ownerReferences", "apiVersion"], apiVersion, "version must not be empty"), item }];
    });
  },
});
