import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";

export const cel: CelDefinition = defineCel({
  findings: ({ clockSkewMicros }) => [
    {
      field: "spec.acquireTime",
      reports: `variables.holder != '' && variables.acquireTime != '' && variables.renewTime != '' && (variables.acquireTime != variables.oldAcquireTime || variables.renewTime != variables.oldRenewTime) && variables.acquireTime > variables.renewTime && variables.acquireMicros > variables.renewMicros + ${2 * clockSkewMicros}`,
    },
  ],
});
