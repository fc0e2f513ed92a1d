import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

export const cel: CelDefinition = celFinding(
  "spec.preferredHolder",
  [
    "variables.preferredHolder != '' && variables.preferredHolder == variables.holder",
    "(variables.preferredHolder != variables.oldPreferredHolder || variables.holder != variables.oldHolder)",
  ].join(" && "),
);
