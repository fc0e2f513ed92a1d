import { type CelDefinition, defineCel, withoutTime } from "../cel/cel-rule.ts";
import { second } from "../cel/field-variables.ts";
import { shortestTermSeconds } from "../shared/lease-term.ts";
import { longestReleasedSeconds } from "./release-complete.ts";

export const cel: CelDefinition = defineCel({
  unseen: [withoutTime],
  findings: ({ clockSkewMicros }) => [
    {
      field: "spec.leaseDurationSeconds",
      reports: `variables.oldHolder != '' && variables.holder == '' && variables.duration > ${longestReleasedSeconds} && variables.renewTime != '' && variables.hasClock && variables.newTermEnd > variables.now + ${clockSkewMicros + shortestTermSeconds * second} && !(variables.oldIsHeld && variables.isWrittenByPerson)`,
    },
  ],
});
