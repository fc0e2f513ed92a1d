import { type CelDefinition, defineCel, withoutTime } from "../cel/cel-rule.ts";

export const cel: CelDefinition = defineCel({
  unseen: [withoutTime],
  findings: () => [
    {
      field: "spec.holderIdentity",
      reports: "variables.isWrittenByPerson && variables.holder == '' && variables.oldIsHeld",
    },
    {
      field: "spec.leaseDurationSeconds",
      reports:
        "variables.isWrittenByPerson && variables.keepsHolder && (!variables.hasDuration || variables.duration != variables.oldDuration) && variables.oldIsHeld",
    },
  ],
});
