import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";

export const cel: CelDefinition = defineCel({
  findings: ({ clockSkewMicros }) => [
    {
      field: "spec.renewTime",
      reports: `variables.renewTime != '' && variables.oldRenewTime != '' && variables.keepsHolder && variables.oldIsHeld && variables.renewMicros < variables.oldRenewMicros - ${2 * clockSkewMicros} - (variables.duration < 120 ? variables.duration : 120) * 1000000`,
    },
  ],
});
