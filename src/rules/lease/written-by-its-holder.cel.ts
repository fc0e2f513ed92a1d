import { type CelDefinition, defineCel, withoutTime } from "../cel/cel-rule.ts";
import { second } from "../cel/field-variables.ts";

const byPod = "variables.pod != '' && !variables.isNodeLease";

export const cel: CelDefinition = defineCel({
  unseen: ["the deletion of a held Lease", withoutTime],
  findings: ({ clockSkewMicros }) => [
    {
      field: "spec.holderIdentity",
      detail: "must name the pod that writes it",
      operations: ["CREATE", "UPDATE"],
      reports: [
        `${byPod} && variables.holderIsNotOwn && variables.holder != variables.oldHolder && variables.holderNamesAnotherPod`,
        "(variables.oldHolder == '' || variables.hasClock && !variables.oldIsHeld)",
        `(variables.newIsHeld || variables.oldIsHeldNow && variables.oldHolderIsNotOwn && variables.oldHolderNamesAnotherPod || request.operation == 'UPDATE' && variables.hasDuration && (variables.duration > ${Math.floor(clockSkewMicros / second)} || variables.hasClock && variables.renewTime != '' && variables.renewMicros > variables.now + ${clockSkewMicros}))`,
      ].join(" && "),
    },
    {
      field: "spec",
      detail: "must be changed only by the pod of the holder, except a takeover or a release after the lease term",
      operations: ["UPDATE"],
      reports: `${byPod} && !variables.takesOver && variables.oldHolderIsNotOwn && variables.oldHolderNamesAnotherPod && variables.changesSpec && (variables.holder != '' || variables.oldIsHeld || variables.oldIsHeldNow)`,
    },
  ],
});
