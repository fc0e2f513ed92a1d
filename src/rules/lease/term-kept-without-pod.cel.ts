import { type CelDefinition, defineCel, withoutTime } from "../cel/cel-rule.ts";

const hasNoPod = "variables.isServiceAccount && variables.pod == '' && !variables.isNodeLease";

export const cel: CelDefinition = defineCel({
  unseen: [withoutTime],
  findings: () => [
    { field: "spec.holderIdentity", reports: `${hasNoPod} && variables.holder == '' && variables.oldIsHeld` },
    {
      field: "spec.leaseDurationSeconds",
      reports: `${hasNoPod} && variables.keepsHolder && variables.shortensTerm && variables.oldIsHeld`,
    },
  ],
});
