import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

export const cel: CelDefinition = celFinding(
  "spec.leaseName",
  "variables.leaseName != '' && (size(variables.leaseName) > 253 || !variables.leaseName.matches(r'^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$'))",
);
