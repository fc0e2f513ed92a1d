import { type CelDefinition, defineCel, withoutTime } from "../cel/cel-rule.ts";

export const cel: CelDefinition = defineCel({
  unseen: [withoutTime],
  findings: ({ clockSkewMicros }) => [
    {
      field: "spec.leaseDurationSeconds",
      reports: `variables.oldHolder != '' && variables.holder == '' && variables.duration > 1 && variables.renewTime != '' && variables.hasClock && variables.newTermEnd > variables.now + ${clockSkewMicros + 1_000_000} && !(variables.oldIsHeld && variables.isWrittenByPerson)`,
    },
  ],
});
