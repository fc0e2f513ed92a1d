import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

export const cel: CelDefinition = celFinding(
  "spec.leaseTransitions",
  "variables.transitions >= 1073741824 && (request.operation == 'CREATE' || variables.transitions > variables.oldTransitions + 1)",
);
