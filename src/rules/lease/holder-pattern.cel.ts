import { type CelDefinition, defineCel, longestCompared } from "../cel/cel-rule.ts";
import { matchesPatterns } from "../cel/patterns.ts";
import type { Patterns } from "../shared/require-match.ts";
import { mustMatch } from "../shared/require-match.ts";

export const cel: CelDefinition = defineCel<Patterns>({
  findings: ({ parameters: { patterns } }) => [
    {
      field: "spec.holderIdentity",
      detail: mustMatch(patterns),
      reports: `variables.holder != '' && variables.holder != variables.oldHolder && (size(variables.holder) > ${longestCompared} || !(${matchesPatterns("variables.holder", patterns)}))`,
    },
  ],
});
