import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";
import { canBeFarFromNow } from "../cel/field-variables.ts";

export const cel: CelDefinition = defineCel({
  findings: ({ clockSkewMicros }) => [
    {
      field: "spec.renewTime",
      reports: `variables.renewTime != '' && variables.renewTime != variables.oldRenewTime && variables.hasClock && (!variables.isRenewedNow || variables.oldRenewTime != '' && variables.oldRenewMicros <= variables.now + ${clockSkewMicros} && variables.renewMicros < variables.oldRenewMicros - ${2 * clockSkewMicros}) && (${canBeFarFromNow("variables.renewTime")} || variables.renewTime < variables.oldRenewTime)`,
    },
  ],
});
