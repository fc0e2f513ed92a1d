import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";
import { longestGuardSeconds } from "../shared/lease-term.ts";

export const cel: CelDefinition = celFinding(
  "spec.leaseDurationSeconds",
  `variables.duration > ${longestGuardSeconds} && variables.duration != variables.oldDuration`,
);
