import { maxSubdomainBytes, subdomain } from "../../core/text/names.ts";
import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

export const cel: CelDefinition = celFinding(
  "spec.leaseName",
  `variables.leaseName != '' && (size(variables.leaseName) > ${maxSubdomainBytes} || !variables.leaseName.matches(r'^${subdomain}$'))`,
);
