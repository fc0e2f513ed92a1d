import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";
import { celRaisedEntries } from "../cel/raised-entries.ts";
import { fewEntries, manyEntries } from "../shared/metadata-entries.ts";

export const cel: CelDefinition = defineCel({ findings: () => celRaisedEntries(fewEntries, manyEntries) });
