import { type CelDefinition, celFinding, withoutTime } from "../cel/cel-rule.ts";

export const cel: CelDefinition = celFinding(
  "spec.leaseDurationSeconds",
  [
    "!variables.hasDuration && variables.hadDuration && variables.keepsHolder",
    "(!variables.isWrittenByPerson || variables.hasClock && !variables.oldIsHeld)",
  ].join(" && "),
  { unseen: [withoutTime] },
);
