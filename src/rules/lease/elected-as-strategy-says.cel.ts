import type { CelDefinition } from "../cel/cel-rule.ts";

export const cel: CelDefinition = { noCel: "kube-apiserver evaluates each candidate alone, and the rule needs all candidates" };
