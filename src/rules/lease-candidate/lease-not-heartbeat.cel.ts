import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";
import { matchesExpression } from "../cel/text.ts";
import { nodeLeaseNamespace, systemNamespace } from "../shared/identities.ts";
import { identityLeaseForm } from "./lease-not-heartbeat.ts";

const isIdentityLease = `request.namespace == '${systemNamespace}' && ${matchesExpression("variables.leaseName", identityLeaseForm)}`;

export const cel: CelDefinition = celFinding(
  "spec.leaseName",
  `(request.namespace == '${nodeLeaseNamespace}' || ${isIdentityLease}) && (request.operation == 'CREATE' || variables.renewTime != variables.oldRenewTime)`,
);
