import { defineRule, type Rule } from "../rule.ts";
import { manyEntries, raisedEntries } from "../shared/metadata-entries.ts";

/**
 * With some hundred thousand entries, an object exceeds the limits of a review, and lease-guard no
 * longer validates its writes.
 */
export const rule: Rule = defineRule({
  id: "metadata/entries-at-most-1000",
  tier: "protocol",
  description: `the finalizers, labels, managedFields, and ownerReferences must not grow to more than ${manyEntries} entries each`,
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  plainRenewals: true,
  check: (change) => raisedEntries(change, manyEntries, Number.POSITIVE_INFINITY),
});
