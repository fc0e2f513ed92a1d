import { type CelDefinition, defineCel, withoutTime } from "../cel/cel-rule.ts";

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
      reports:
        "variables.pod != '' && !variables.isNodeLease && !variables.takesOver && variables.oldHolderIsNotOwn && variables.oldHolderNamesAnotherPod && variables.oldIsHeld && variables.changesSpec",
    },
  ],
});
