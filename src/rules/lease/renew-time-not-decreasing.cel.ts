import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";
import { second } from "../cel/field-variables.ts";
import { maxTransitMs } from "../shared/lease-term.ts";

const longestReadSeconds = (2 * maxTransitMs) / 1000;

export const cel: CelDefinition = defineCel({
  findings: ({ clockSkewMicros }) => [
    {
      field: "spec.renewTime",
      reports: `variables.renewTime != '' && variables.oldRenewTime != '' && variables.keepsHolder && variables.renewTime < variables.oldRenewTime && variables.oldIsHeld && variables.renewMicros < variables.oldRenewMicros - ${2 * clockSkewMicros} - (variables.duration < ${longestReadSeconds} ? variables.duration : ${longestReadSeconds}) * ${second}`,
    },
  ],
});
