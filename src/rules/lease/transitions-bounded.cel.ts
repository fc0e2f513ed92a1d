import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";
import { manyTransitions } from "../shared/lease-term.ts";

export const cel: CelDefinition = celFinding(
  "spec.leaseTransitions",
  `variables.transitions >= ${manyTransitions} && (request.operation == 'CREATE' || variables.transitions > variables.oldTransitions + 1)`,
);
