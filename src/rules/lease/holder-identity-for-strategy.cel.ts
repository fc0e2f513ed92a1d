import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

export const cel: CelDefinition = celFinding(
  "spec.holderIdentity",
  [
    "!has(variables.newSpec.holderIdentity)",
    "(variables.electsOldest || variables.electedOldest)",
    "!(!has(variables.oldSpec.holderIdentity) && variables.electedOldest)",
  ].join(" && "),
);
