import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";

export const cel: CelDefinition = defineCel({
  findings: () => [
    { field: "spec.holderIdentity", reports: "variables.isWrittenByPerson && variables.oldIsHeld && variables.holder == ''" },
    {
      field: "spec.leaseDurationSeconds",
      reports:
        "variables.isWrittenByPerson && variables.oldIsHeld && variables.keepsHolder && (!variables.hasDuration || variables.duration != variables.oldDuration)",
    },
  ],
});
