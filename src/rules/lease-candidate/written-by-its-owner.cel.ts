import { type CelDefinition, defineCel, withoutTime } from "../cel/cel-rule.ts";

export const cel: CelDefinition = defineCel({
  unseen: ["the deletion of a live LeaseCandidate", withoutTime],
  findings: () => [
    {
      field: "metadata.name",
      detail: "must name the pod that writes it",
      operations: ["CREATE", "UPDATE"],
      reports:
        "variables.candidateIsNotOwn && variables.candidateNamesAnotherPod && !variables.oldIsLive && variables.renewTime != '' && variables.renewTime != variables.oldRenewTime && variables.isRenewedNow",
    },
    {
      field: "spec",
      detail: "must not be changed by another pod before the candidate expires",
      operations: ["UPDATE"],
      reports:
        "variables.candidateIsNotOwn && variables.candidateNamesAnotherPod && variables.oldIsLive && (variables.changesOtherThanPing || variables.pingTime == '' && variables.oldPingTime != '')",
    },
  ],
});
