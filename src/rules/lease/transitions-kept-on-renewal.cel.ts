import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

export const cel: CelDefinition = celFinding(
  "spec.leaseTransitions",
  [
    "variables.hasTransitions && variables.hadTransitions && variables.transitions > variables.oldTransitions",
    "variables.keepsHolder && !variables.isCoordinated && variables.oldIsHeld",
    "!(variables.transitions == variables.oldTransitions + 1 && variables.oldAcquireTime != '' && variables.renewTime == variables.oldAcquireTime && variables.oldRenewTime == variables.oldAcquireTime)",
  ].join(" && "),
);
