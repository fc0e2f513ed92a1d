import { invalid } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";

/** Upstream: validateOwnerReference with ParseGroupVersion, which makes nothing of a second slash; its path has no index until 1.37. */
export const rule: Rule = defineRule({
  id: "metadata/owner-reference-version-set",
  tier: "api",
  description: "apiVersion of an owner reference must name a version",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  *check({ object: { metadata } }) {
    for (const [item, { apiVersion }] of metadata.ownerReferences.entries()) {
      if (!/^([^/]*\/)?[^/]+$/.test(apiVersion))
        yield { ...invalid(["metadata", "ownerReferences", "apiVersion"], apiVersion, "version must not be empty"), item };
    }
  },
});
