import { type CelDefinition, needsAllCandidates } from "../cel/cel-rule.ts";

export const cel: CelDefinition = needsAllCandidates;
