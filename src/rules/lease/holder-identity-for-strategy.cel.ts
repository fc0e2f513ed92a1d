import { oldestEmulationVersion } from "../../api/coordination.ts";
import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

const isCoordinated = [`variables.strategy`, `variables.oldStrategy`].map((strategy) => `${strategy} == '${oldestEmulationVersion}'`);
const lackedHolder = `!has(variables.oldSpec.holderIdentity) && ${isCoordinated[1]}`;

export const cel: CelDefinition = celFinding(
  "spec.holderIdentity",
  `!has(variables.newSpec.holderIdentity) && (${isCoordinated.join(" || ")}) && !(${lackedHolder})`,
);
