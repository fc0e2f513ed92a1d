import type { CelDefinition } from "../cel/cel-rule.ts";

export const cel: CelDefinition = { noCel: "the time of a write that changes only metadata is unknown" };
