import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";
import { shortestUsualSeconds } from "./duration-at-least-3-seconds.ts";

export const cel: CelDefinition = celFinding(
  "spec.leaseDurationSeconds",
  `variables.holder != '' && variables.holder != variables.oldHolder && variables.duration > 0 && variables.duration < ${shortestUsualSeconds}`,
);
