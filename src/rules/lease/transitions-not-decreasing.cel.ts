import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";
import { manyTransitions } from "../shared/lease-term.ts";

export const cel: CelDefinition = celFinding(
  "spec.leaseTransitions",
  [
    "variables.hasTransitions && variables.hadTransitions",
    `variables.transitions < variables.oldTransitions && variables.oldTransitions < ${manyTransitions}`,
  ].join(" && "),
);
