import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

export const cel: CelDefinition = celFinding(
  "spec.renewTime",
  "variables.renewTime == '' && variables.changesSpec && !(request.operation == 'UPDATE' && variables.pingTime != '')",
);
