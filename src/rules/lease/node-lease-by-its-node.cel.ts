import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";

export const cel: CelDefinition = defineCel({
  findings: () => [
    {
      field: "spec.holderIdentity",
      detail: "must be the name of the lease",
      reports:
        "variables.isNodeLease && variables.holder != '' && variables.holder != variables.name && variables.holder != variables.oldHolder",
    },
    {
      field: "spec",
      detail: "must be written only by the node of the lease",
      reports: "variables.isNodeLease && !variables.isOwnNode && variables.changesSpec",
    },
  ],
});
