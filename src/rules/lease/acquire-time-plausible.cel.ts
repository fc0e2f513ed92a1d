import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";

export const cel: CelDefinition = defineCel({
  findings: ({ clockSkewMicros }) => [
    {
      field: "spec.acquireTime",
      reports: `variables.acquireTime != '' && variables.acquireTime != variables.oldAcquireTime && (variables.acquireTime < '2014-06-06' || variables.hasClock && variables.acquireMicros > variables.now + ${clockSkewMicros})`,
    },
  ],
});
