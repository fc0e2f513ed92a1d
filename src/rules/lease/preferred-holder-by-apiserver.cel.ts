import { oldestEmulationVersion } from "../../api/coordination.ts";
import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

export const cel: CelDefinition = celFinding(
  "spec.preferredHolder",
  [
    "variables.preferredHolder != '' && variables.preferredHolder != variables.oldPreferredHolder",
    `(variables.strategy == '${oldestEmulationVersion}' || variables.oldStrategy == '${oldestEmulationVersion}')`,
    "!(request.operation == 'CREATE' && variables.newHasTerm && variables.newTermEnd < variables.now)",
  ].join(" && "),
);
