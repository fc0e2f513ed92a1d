import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

export const cel: CelDefinition = celFinding(
  "spec.leaseTransitions",
  [
    "variables.hasTransitions && variables.hadTransitions && variables.transitions == variables.oldTransitions",
    "variables.takesOver && !variables.isCoordinated",
  ].join(" && "),
);
