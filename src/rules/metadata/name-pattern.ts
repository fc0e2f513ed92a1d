import { defineRule, parametersOf, type Rule } from "../rule.ts";
import { patternList, requireMatch } from "../shared/require-match.ts";

/** A name never changes, so only a create can bring a wrong one. Of a generateName the API server has made a name before it asks. */
export const rule: Rule = defineRule({
  id: "metadata/name-pattern",
  tier: "policy",
  description: "a name must match one of the policy's patterns",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE"],
  parameters: parametersOf<{ readonly patterns: readonly string[] }>({
    properties: { patterns: { ...patternList, description: "what objects may be called; `*` stands for any characters" } },
    required: ["patterns"],
  }),
  check({ object: { metadata } }, { parameters: { patterns } }) {
    return metadata.name === "" ? [] : requireMatch(["metadata", "name"], metadata.name, patterns);
  },
});
