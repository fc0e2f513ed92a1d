import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";
import { second } from "../cel/field-variables.ts";
import { shortestTermSeconds } from "../shared/lease-term.ts";

export const cel: CelDefinition = defineCel({
  findings: ({ clockSkewMicros }) => [
    {
      field: "spec.renewTime",
      reports: [
        "variables.holder == '' && variables.oldHolder == ''",
        "variables.renewTime != '' && variables.renewTime != variables.oldRenewTime && variables.hasDuration",
        "(variables.oldAcquireTime != '' || variables.hadTransitions)",
        "variables.hasClock",
        `variables.newTermEnd > variables.now + ${clockSkewMicros + shortestTermSeconds * second}`,
        `variables.renewMicros <= variables.now + ${clockSkewMicros}`,
      ].join(" && "),
    },
  ],
});
