import { type CelDefinition, defineCel, withoutTime } from "../cel/cel-rule.ts";
import { canBeSameProgram, identifyingWords } from "../cel/programs.ts";
import { serviceAccountPrefix } from "../shared/identities.ts";

const program = "variables.oldHolderProgramName";
const isStranger = [
  "variables.pod != '' && variables.podNode != '' && variables.isServiceAccount && variables.accountNamespace != request.namespace",
  `!variables.isNodeLease && variables.oldIsHeld && ${program} != ''`,
  "!variables.oldHolderNamesPodOrNode && !variables.oldHolderNamesAnotherPod",
  `${identifyingWords(program)}.size() > 0`,
  `!${canBeSameProgram(program, "variables.podWorkload")} && !${canBeSameProgram(program, "variables.accountName")}`,
  // A cheap condition that the others imply.
  `!variables.username.startsWith('${serviceAccountPrefix}' + request.namespace + ':')`,
].join(" && ");

export const cel: CelDefinition = defineCel({
  unseen: [withoutTime],
  findings: ({ clockSkewMicros }) => [
    { field: "spec.holderIdentity", reports: `variables.holder == '' && ${isStranger}` },
    { field: "spec.leaseDurationSeconds", reports: `variables.keepsHolder && variables.shortensTerm && ${isStranger}` },
    {
      field: "spec.renewTime",
      reports: `variables.keepsHolder && !variables.shortensTerm && variables.renewTime != '' && variables.renewTime < variables.oldRenewTime && variables.newHasTerm && variables.newTermEnd <= variables.now + ${clockSkewMicros} && ${isStranger}`,
    },
  ],
});
