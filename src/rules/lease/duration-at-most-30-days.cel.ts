import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";
import { endlessSeconds } from "../shared/far-limits.ts";

export const cel: CelDefinition = celFinding(
  "spec.leaseDurationSeconds",
  `variables.duration > ${endlessSeconds} && variables.duration != variables.oldDuration`,
);
