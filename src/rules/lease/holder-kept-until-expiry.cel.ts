import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";
import { canBeBeforeOldEnd } from "../cel/field-variables.ts";

export const cel: CelDefinition = celFinding(
  "spec.holderIdentity",
  `variables.takesOver && variables.oldIsHeld && ${canBeBeforeOldEnd()}`,
);
