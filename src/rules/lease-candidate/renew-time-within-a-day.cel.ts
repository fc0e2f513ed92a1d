import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";
import { canBeInFuture, millisecond } from "../cel/field-variables.ts";
import { farAheadMs } from "../shared/far-limits.ts";

export const cel: CelDefinition = celFinding(
  "spec.renewTime",
  `variables.renewTime != '' && variables.renewTime != variables.oldRenewTime && variables.hasClock && variables.renewMicros > variables.now + ${farAheadMs * millisecond} && ${canBeInFuture("variables.renewTime")}`,
);
