import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";

const withoutPod = "variables.isServiceAccount && variables.pod == '' && !variables.isNodeLease && variables.oldIsHeld";

export const cel: CelDefinition = defineCel({
  findings: () => [
    { field: "spec.holderIdentity", reports: `${withoutPod} && variables.holder == ''` },
    { field: "spec.leaseDurationSeconds", reports: `${withoutPod} && variables.keepsHolder && variables.shortensTerm` },
  ],
});
