import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

export const cel: CelDefinition = celFinding(
  "spec.preferredStrategies",
  "size(variables.strategies) == 0 && (request.operation == 'CREATE' || size(variables.oldStrategies) > 0)",
);
