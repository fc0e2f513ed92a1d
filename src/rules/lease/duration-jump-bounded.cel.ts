import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";
import type { Jump } from "./duration-jump-bounded.ts";
import { releasesAsHolder } from "./duration-within-bounds.cel.ts";

const ratio =
  "variables.duration > variables.oldDuration ? double(variables.duration) / double(variables.oldDuration) : double(variables.oldDuration) / double(variables.duration)";

const wasReleased = "variables.oldDuration == 1 && variables.oldAcquireTime != '' && variables.oldAcquireTime == variables.oldRenewTime";

export const cel: CelDefinition = defineCel<Jump>({
  findings: ({ parameters: { maxFactor } }) => [
    {
      field: "spec.leaseDurationSeconds",
      detail: `must be at most ${maxFactor} times longer or shorter than before`,
      reports: `variables.holder != '' && variables.oldHolder != '' && variables.duration > 0 && variables.oldDuration > 0 && (${ratio}) > double(${maxFactor}) && !(${releasesAsHolder}) && !(${wasReleased})`,
    },
  ],
});
