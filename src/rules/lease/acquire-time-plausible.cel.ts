import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";
import { canBeInFuture } from "../cel/field-variables.ts";
import { allOf } from "../cel/text.ts";
import { firstDay } from "./acquire-time-plausible.ts";

export const cel: CelDefinition = defineCel({
  findings: ({ clockSkewMicros }) => [
    {
      field: "spec.acquireTime",
      reports: allOf([
        "variables.acquireTime != '' && variables.acquireTime != variables.oldAcquireTime",
        `variables.acquireTime < '${firstDay}' || variables.hasClock && variables.acquireMicros > variables.now + ${clockSkewMicros}`,
        `variables.acquireTime < '${firstDay}' || ${canBeInFuture("variables.acquireTime")}`,
      ]),
    },
  ],
});
