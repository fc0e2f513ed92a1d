import { type CelDefinition, celFinding, withoutTime } from "../cel/cel-rule.ts";

export const cel: CelDefinition = celFinding(
  "spec.renewTime",
  "variables.renewTime == '' && variables.keepsHolder && variables.oldIsHeld",
  { unseen: [withoutTime] },
);
