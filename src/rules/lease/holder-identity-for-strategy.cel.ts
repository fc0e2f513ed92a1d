import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

const lacksHolder = "!has(variables.newSpec.holderIdentity) && variables.strategy == 'OldestEmulationVersion'";
const lackedHolder = "!has(variables.oldSpec.holderIdentity) && variables.oldStrategy == 'OldestEmulationVersion'";

export const cel: CelDefinition = celFinding("spec.holderIdentity", `${lacksHolder} && !(${lackedHolder})`);
