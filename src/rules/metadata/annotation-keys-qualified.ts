import { invalid } from "../../field/error.ts";
import { qualifiedNameFaults } from "../../format/qualified-name.ts";
import { defineRule, type Rule } from "../rule.ts";

/** Upstream: ValidateAnnotations. Case does not matter: the key is lower-cased as Go does it, which makes one letter of U+0130. */
export const rule: Rule = defineRule({
  id: "metadata/annotation-keys-qualified",
  tier: "api",
  description: "annotation keys must be qualified names in any case",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  *check({ object: { metadata } }) {
    for (const key of Object.keys(metadata.annotations)) {
      const lowerCase = key.replaceAll("\u0130", "i").toLowerCase();
      for (const fault of qualifiedNameFaults(lowerCase)) yield invalid(["metadata", "annotations"], key, fault);
    }
  },
});
