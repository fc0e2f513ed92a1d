import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";
import { canBeInFuture } from "../cel/field-variables.ts";

export const cel: CelDefinition = defineCel({
  findings: ({ clockSkewMicros }) => [
    {
      field: "spec.renewTime",
      reports: `variables.renewTime != '' && variables.renewTime != variables.oldRenewTime && variables.hasClock && variables.renewMicros > variables.now + ${clockSkewMicros} && ${canBeInFuture("variables.renewTime")}`,
    },
  ],
});
