import type { CelDefinition } from "../cel/cel-rule.ts";

export const cel: CelDefinition = { noCel: "a policy reads no objects of other namespaces" };
