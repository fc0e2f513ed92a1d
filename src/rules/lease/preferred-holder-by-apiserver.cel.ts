import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

export const cel: CelDefinition = celFinding(
  "spec.preferredHolder",
  [
    "variables.preferredHolder != '' && variables.preferredHolder != variables.oldPreferredHolder",
    "!(request.operation == 'CREATE' && variables.newHasTerm && variables.newTermEnd < variables.now)",
  ].join(" && "),
);
