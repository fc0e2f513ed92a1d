import { type CelDefinition, celFinding, withoutTime } from "../cel/cel-rule.ts";

export const cel: CelDefinition = celFinding(
  "spec.strategy",
  [
    "variables.strategies != variables.oldStrategies && variables.strategies != ['']",
    "!variables.oldStrategies.all(strategy, strategy == '') && variables.oldIsLive",
  ].join(" && "),
  { unseen: [withoutTime] },
);
