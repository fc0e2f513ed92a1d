import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

export const cel: CelDefinition = celFinding(
  "spec.pingTime",
  "variables.pingTime != '' && variables.pingTime != variables.oldPingTime",
);
