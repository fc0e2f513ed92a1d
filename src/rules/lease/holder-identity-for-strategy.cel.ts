import { oldestEmulationVersion } from "../../api/coordination.ts";
import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

const lacksHolder = `!has(variables.newSpec.holderIdentity) && variables.strategy == '${oldestEmulationVersion}'`;
const lackedHolder = `!has(variables.oldSpec.holderIdentity) && variables.oldStrategy == '${oldestEmulationVersion}'`;

export const cel: CelDefinition = celFinding("spec.holderIdentity", `${lacksHolder} && !(${lackedHolder})`);
