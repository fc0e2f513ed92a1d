import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";
import { canBeInFuture, millisecond } from "../cel/field-variables.ts";
import { farAheadMs } from "../shared/far-limits.ts";

export const cel: CelDefinition = defineCel({
  findings: ({ clockSkewMicros }) => [
    {
      field: "spec.renewTime",
      reports: `variables.renewTime != '' && variables.renewTime != variables.oldRenewTime && variables.hasClock && variables.renewMicros > variables.now + ${clockSkewMicros} && variables.renewMicros <= variables.now + ${farAheadMs * millisecond} && ${canBeInFuture("variables.renewTime")}`,
    },
  ],
});
