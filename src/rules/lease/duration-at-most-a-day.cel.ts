import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

export const cel: CelDefinition = celFinding(
  "spec.leaseDurationSeconds",
  "variables.duration > 86400 && variables.duration != variables.oldDuration",
);
