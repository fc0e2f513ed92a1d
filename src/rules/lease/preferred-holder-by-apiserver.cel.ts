import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

export const cel: CelDefinition = celFinding(
  "spec.preferredHolder",
  [
    "variables.preferredHolder != '' && variables.preferredHolder != variables.oldPreferredHolder",
    "(variables.electsOldest || variables.electedOldest)",
    "!(request.operation == 'CREATE' && variables.newHasTerm && variables.newTermEnd < variables.now)",
  ].join(" && "),
);
