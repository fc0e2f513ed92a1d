import { defineRule, parametersOf, type Rule } from "../rule.ts";
import { type Patterns, patternList, requireMatch } from "../shared/require-match.ts";

/**
 * A name never changes, so only a create can set a wrong name. kube-apiserver generates a name from
 * generateName before it calls the webhook.
 */
export const rule: Rule = defineRule({
  id: "metadata/name-pattern",
  tier: "policy",
  description: "a name must match one of the policy's patterns",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE"],
  parameters: parametersOf<Patterns>({
    properties: { patterns: { ...patternList, description: "patterns for allowed names; `*` matches any characters" } },
    required: ["patterns"],
  }),
  check({ object: { metadata } }, { parameters: { patterns } }) {
    return metadata.name === "" ? [] : requireMatch(["metadata", "name"], metadata.name, patterns);
  },
});
