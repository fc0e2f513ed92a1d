import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";
import { shortestUsualSeconds } from "./duration-at-least-3-seconds.ts";

export const cel: CelDefinition = celFinding(
  "spec.leaseDurationSeconds",
  [
    `variables.holder != '' && variables.duration > 0 && variables.duration < ${shortestUsualSeconds}`,
    "(variables.duration != variables.oldDuration || variables.holder != variables.oldHolder)",
    "!variables.releasesAsHolder",
    "(!variables.isWrittenByPerson || variables.hasClock && !variables.oldIsHeld)",
  ].join(" && "),
);
