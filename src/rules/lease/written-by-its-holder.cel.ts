import { type CelDefinition, defineCel, withoutTime } from "../cel/cel-rule.ts";

const byAnother =
  "variables.pod != '' && !variables.isNodeLease && variables.oldHolderIsNotOwn && variables.oldHolderNamesAnotherPod";
const isHeld = "variables.oldIsHeld && !variables.takesOver && !variables.oldPreferredHolderNamesPod";
const isHeldNow =
  "!variables.oldIsHeld && variables.oldIsHeldNow && (!variables.takesOver || variables.holderNamesAnotherPod)";

export const cel: CelDefinition = defineCel({
  unseen: [withoutTime],
  findings: ({ clockSkewMicros }) => [
    {
      field: "spec.holderIdentity",
      detail: "must name the pod that writes it",
      reports: `variables.pod != '' && !variables.isNodeLease && variables.holderIsNotOwn && variables.holderNamesAnotherPod && !variables.oldIsHeld && (variables.newIsHeld || request.operation == 'UPDATE' && variables.newHasTerm && variables.hasClock && variables.renewTime != variables.oldRenewTime && variables.renewMicros > variables.now + ${clockSkewMicros})`,
    },
    {
      field: "spec",
      detail: "must not be changed by a pod other than the holder before the lease term expires",
      operations: ["UPDATE"],
      reports: `${byAnother} && variables.changesSpec && (${isHeld} || ${isHeldNow})`,
    },
  ],
});
