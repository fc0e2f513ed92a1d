import type { CelDefinition } from "../cel/cel-rule.ts";

export const cel: CelDefinition = { noCel: "kube-apiserver itself decodes every stored lease" };
