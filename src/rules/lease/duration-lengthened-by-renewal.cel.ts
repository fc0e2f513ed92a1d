import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

export const cel: CelDefinition = celFinding(
  "spec.leaseDurationSeconds",
  [
    "variables.lengthensExpired",
    "(variables.pod == '' || variables.renewTime != variables.oldRenewTime || !variables.holderNamesPod && !(variables.holderNamesAnotherPod && variables.newIsHeld) && !variables.startsTerm)",
  ].join(" && "),
);
