import { type CelDefinition, metadataHasNoTime } from "../cel/cel-rule.ts";

export const cel: CelDefinition = metadataHasNoTime;
