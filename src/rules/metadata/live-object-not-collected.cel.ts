import { type CelDefinition, deletionHasNoTime } from "../cel/cel-rule.ts";

export const cel: CelDefinition = deletionHasNoTime;
