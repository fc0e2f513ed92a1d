import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";
import { hugeIdentityBytes } from "../shared/far-limits.ts";

export const cel: CelDefinition = celFinding(
  "spec.holderIdentity",
  `variables.holder != variables.oldHolder && size(bytes(variables.holder)) > ${hugeIdentityBytes}`,
);
