import { type CelDefinition, defineCel, withoutTime } from "../cel/cel-rule.ts";
import { celStrings } from "../cel/text.ts";
import { controlPlaneUsers } from "../shared/identities.ts";

const hasNoPod = [
  `!variables.isPerson && !(variables.username in ${celStrings(controlPlaneUsers)}) && !variables.isNodeLease && (variables.pod == '' || variables.podNode == '')`,
  "(variables.pod == '' || !variables.oldHolderNamesPod && !variables.oldHolderNamesAnotherPod)",
].join(" && ");

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
