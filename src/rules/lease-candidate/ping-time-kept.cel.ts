import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

export const cel: CelDefinition = celFinding(
  "spec.pingTime",
  "variables.oldPingTime != '' && variables.pingTime == '' && variables.oldRenewTime != '' && variables.renewTime == variables.oldRenewTime",
);
