import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

export const cel: CelDefinition = celFinding(
  "spec.strategy",
  "variables.strategy != '' && variables.oldStrategy != '' && variables.strategy != variables.oldStrategy",
);
