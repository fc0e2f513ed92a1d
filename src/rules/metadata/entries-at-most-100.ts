import { defineRule, type Rule } from "../rule.ts";
import { fewEntries, manyEntries, raisedEntries } from "../shared/metadata-entries.ts";

/**
 * No known client writes more than a few entries. The rule only warns, because the number breaks no
 * election by itself. `metadata/entries-at-most-1000` reports larger numbers.
 */
export const rule: Rule = defineRule({
  id: "metadata/entries-at-most-100",
  tier: "protocol",
  atMost: "warn",
  description: `the finalizers, labels, managedFields, and ownerReferences must not grow to more than ${fewEntries} entries each`,
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  plainRenewals: true,
  check: (change) => raisedEntries(change, fewEntries, manyEntries),
});
