import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";
import { hugeIdentityBytes } from "../shared/far-limits.ts";
import { maxBytes } from "./holder-identity-bounded.ts";

export const cel: CelDefinition = celFinding(
  "spec.holderIdentity",
  `variables.holder != variables.oldHolder && size(bytes(variables.holder)) > ${maxBytes} && size(bytes(variables.holder)) <= ${hugeIdentityBytes}`,
);
