import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";
import { firstDay } from "./acquire-time-plausible.ts";

export const cel: CelDefinition = defineCel({
  findings: ({ clockSkewMicros }) => [
    {
      field: "spec.acquireTime",
      reports: `variables.acquireTime != '' && variables.acquireTime != variables.oldAcquireTime && (variables.acquireTime < '${firstDay}' || variables.hasClock && variables.acquireMicros > variables.now + ${clockSkewMicros})`,
    },
  ],
});
