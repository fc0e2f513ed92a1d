import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

export const cel: CelDefinition = celFinding(
  "spec.acquireTime",
  [
    "variables.acquireTime != '' && variables.oldAcquireTime != '' && variables.acquireTime != variables.oldAcquireTime",
    "variables.keepsHolder && !variables.isCoordinated && variables.oldIsHeld",
    "!variables.releasesAsHolder",
  ].join(" && "),
);
