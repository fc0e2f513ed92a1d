import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";
import { second } from "../cel/field-variables.ts";
import { canBeSameProgram, deploymentOf, identifyingWords } from "../cel/programs.ts";
import { longestGuardSeconds } from "../shared/lease-term.ts";

const before = deploymentOf("variables.oldHolderName");
const [workload, account] = ["variables.podWorkload", "variables.accountName"];

export const cel: CelDefinition = celFinding(
  "spec.holderIdentity",
  [
    "variables.takesOver && variables.oldRenewTime != '' && variables.hasClock && !variables.oldIsHeld",
    `variables.pod != '' && variables.holderNamesPod && variables.now - variables.oldRenewMicros <= ${longestGuardSeconds * second}`,
    "!variables.oldHolderNamesPod && !variables.oldHolderIsNode && variables.podNodeIsNoPod && variables.oldHolderIsOfDeployment",
    `${identifyingWords(before)}.size() > 0 && ${account} != '' && ${canBeSameProgram(account, workload)}`,
    `!${canBeSameProgram(before, workload)} && !${canBeSameProgram(before, account)}`,
  ].join(" && "),
);
