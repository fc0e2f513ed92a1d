import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";

export const cel: CelDefinition = defineCel({
  findings: ({ clockSkewMicros }) => [
    {
      field: "spec.leaseDurationSeconds",
      reports: `variables.oldHolder != '' && variables.holder == '' && variables.duration > 1 && variables.renewTime != '' && variables.hasClock && variables.newTermEnd > variables.now + ${clockSkewMicros + 1_000_000} && !(variables.oldIsHeld && variables.isWrittenByPerson)`,
    },
  ],
});
