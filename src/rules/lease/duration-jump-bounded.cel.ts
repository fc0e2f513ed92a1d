import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";
import type { Jump } from "./duration-jump-bounded.ts";

const ratio =
  "variables.duration > variables.oldDuration ? double(variables.duration) / double(variables.oldDuration) : double(variables.oldDuration) / double(variables.duration)";

export const cel: CelDefinition = defineCel<Jump>({
  findings: ({ parameters: { maxFactor } }) => [
    {
      field: "spec.leaseDurationSeconds",
      detail: `must be at most ${maxFactor} times longer or shorter than before`,
      reports: `variables.holder != '' && variables.oldHolder != '' && variables.duration > 0 && variables.oldDuration > 0 && (${ratio}) > double(${maxFactor}) && !variables.releasesAsHolder && !variables.oldEndsAsReleased`,
    },
  ],
});
