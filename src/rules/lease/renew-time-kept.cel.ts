import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

export const cel: CelDefinition = celFinding(
  "spec.renewTime",
  "variables.renewTime == '' && variables.keepsHolder && variables.oldIsHeld",
  { unseen: ["a write that only removes fields, because its time is unknown"] },
);
