import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";
import { matchesPatterns } from "../cel/patterns.ts";
import { allOf, not } from "../cel/text.ts";
import type { Patterns } from "../shared/require-match.ts";
import { mustMatch } from "../shared/require-match.ts";

export const cel: CelDefinition = defineCel<Patterns>({
  findings: ({ parameters: { patterns } }) => [
    {
      field: "metadata.name",
      detail: mustMatch(patterns),
      reports: allOf(["variables.name != ''", not(matchesPatterns("variables.name", patterns))]),
    },
  ],
});
