import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";
import { canBeFarFromNow } from "../cel/field-variables.ts";

export const cel: CelDefinition = defineCel({
  findings: ({ clockSkewMicros }) => [
    {
      field: "spec.renewTime",
      reports: `variables.renewTime != '' && variables.renewTime != variables.oldRenewTime && variables.hasClock && (variables.renewMicros > variables.now + ${clockSkewMicros} || request.operation == 'UPDATE' && variables.newHasTerm && !variables.isRenewedNow) && ${canBeFarFromNow("variables.renewTime")}`,
    },
  ],
});
