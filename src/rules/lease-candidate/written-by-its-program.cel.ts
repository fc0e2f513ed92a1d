import { type CelDefinition, defineCel, withoutTime } from "../cel/cel-rule.ts";
import { canBeSameProgram } from "../cel/programs.ts";
import { systemNamespace } from "../shared/identities.ts";

export const cel: CelDefinition = defineCel({
  unseen: ["the deletion of a live LeaseCandidate", withoutTime],
  findings: () => [
    {
      field: "metadata.name",
      operations: ["UPDATE"],
      reports: [
        `request.namespace == '${systemNamespace}' && variables.pod != '' && variables.isServiceAccount`,
        "variables.renewTime != variables.oldRenewTime && (variables.oldIsLive || variables.isRenewedNow)",
        "!variables.candidateNamesPod && !variables.candidateNamesAnotherPod",
        `!${canBeSameProgram("variables.leaseName", "variables.podWorkload")}`,
        `!${canBeSameProgram("variables.leaseName", "variables.accountName")}`,
      ].join(" && "),
    },
  ],
});
