import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";
import { second } from "../cel/field-variables.ts";
import { withoutParts } from "../cel/pods.ts";
import { canBeSameProgram, deploymentOf, identifyingWords } from "../cel/programs.ts";
import { matchesExpression } from "../cel/text.ts";
import { longestGuardSeconds } from "../shared/lease-term.ts";
import { deploymentForm } from "../shared/pod-names.ts";

const before = deploymentOf("variables.oldHolderName");
const [workload, account] = ["variables.podWorkload", "variables.accountName"];
// A cheap condition that holds for most takeovers within a Deployment. The rule reports none of
// them, because the earlier name then begins with the workload of the writer.
const isWithinDeployment = [
  matchesExpression("variables.pod", deploymentForm),
  `variables.oldHolder.startsWith(${withoutParts("variables.pod", 2)} + '-')`,
  "!variables.oldHolder.contains('/')",
].join(" && ");

export const cel: CelDefinition = celFinding(
  "spec.holderIdentity",
  [
    `variables.pod != '' && variables.takesOver && !(${isWithinDeployment})`,
    "variables.oldRenewTime != '' && variables.hasClock && !variables.oldIsHeld",
    `variables.holderNamesPod && variables.now - variables.oldRenewMicros <= ${longestGuardSeconds * second}`,
    "!variables.oldHolderNamesPod && !variables.oldHolderIsNode && variables.podNodeIsNoPod && variables.oldHolderIsOfDeployment",
    `${identifyingWords(before)}.size() > 0 && ${account} != '' && ${canBeSameProgram(account, workload)}`,
    `!${canBeSameProgram(before, workload)} && !${canBeSameProgram(before, account)}`,
  ].join(" && "),
);
