import { mapKeys } from "../../core/api/map-keys.ts";
import { invalid } from "../../core/field/error.ts";
import { checkQualifiedName } from "../../core/text/qualified-name.ts";
import { defineRule, type Rule } from "../rule.ts";
import { itemErrors } from "../shared/item-errors.ts";

/**
 * kube-apiserver enforces this rule in ValidateAnnotations, which ignores letter case. Like Go, the
 * rule converts U+0130 to a single lower-case letter.
 */
export const rule: Rule = defineRule({
  id: "metadata/annotation-keys-qualified",
  tier: "api",
  description: "annotation keys must be qualified names, in upper or lower case",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { metadata } }) {
    return itemErrors(mapKeys(metadata.annotations), (key) => {
      return checkQualifiedName(lowerCase(key)).map((message) => invalid(["metadata", "annotations"], key, message));
    });
  },
});

/**
 * Converts a key to lower case. For a million letters, `replaceAll` takes five times as long as
 * `split` and `join`. Without a limit, V8 would keep the parts of each key in memory until the next
 * full garbage collection. The limit is higher than the number of parts.
 */
function lowerCase(key: string): string {
  return (key.includes("\u0130") ? key.split("\u0130", key.length + 1).join("i") : key).toLowerCase();
}
