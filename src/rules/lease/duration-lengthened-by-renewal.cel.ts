import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

export const cel: CelDefinition = celFinding(
  "spec.leaseDurationSeconds",
  "variables.duration > variables.oldDuration && variables.keepsHolder && variables.unrequestedDuration == 'possible'",
);
