import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";

export const cel: CelDefinition = defineCel({
  unseen: ["the deletion of a live lease"],
  findings: () => [
    {
      field: "spec.holderIdentity",
      detail: "must be the name of the lease",
      operations: ["CREATE", "UPDATE"],
      reports:
        "variables.isNodeLease && variables.holder != '' && variables.holder != variables.name && variables.holder != variables.oldHolder",
    },
    {
      field: "spec",
      detail: "must be written only by the node of the lease",
      operations: ["CREATE", "UPDATE"],
      reports: "variables.isNodeLease && !variables.isOwnNode && variables.changesSpec",
    },
  ],
});
