import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

export const cel: CelDefinition = celFinding(
  "spec.holderIdentity",
  "variables.takesOver && variables.holder != variables.oldPreferredHolder && variables.oldIsHeld",
);
