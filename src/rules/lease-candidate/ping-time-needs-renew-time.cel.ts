import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

export const cel: CelDefinition = celFinding(
  "spec.renewTime",
  [
    "variables.pingTime != '' && variables.renewTime == ''",
    "!(has(object.metadata.deletionTimestamp) && variables.oldPingTime != '' && variables.oldRenewTime == '')",
  ].join(" && "),
);
