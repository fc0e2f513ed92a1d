import { defineRule, parametersOf, type Rule } from "../rule.ts";
import { changesField } from "../shared/field-changes.ts";
import { type Patterns, patternList, requireMatch } from "../shared/require-match.ts";

/**
 * If two programs share a lease by mistake, their holder identities differ. The rule ignores
 * renewals and releases, because these writes set no new holder.
 */
export const rule: Rule = defineRule({
  id: "lease/holder-pattern",
  tier: "policy",
  description: "holderIdentity must match one of the policy's patterns",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  parameters: parametersOf<Patterns>({
    properties: {
      patterns: { ...patternList, description: "patterns for allowed holder identities; `*` matches any characters" },
    },
    required: ["patterns"],
  }),
  check(change, { parameters: { patterns } }) {
    const { holderIdentity } = change.object.spec;
    if (!holderIdentity || !changesField(change, "holderIdentity")) return [];
    return requireMatch(["spec", "holderIdentity"], holderIdentity, patterns);
  },
});
