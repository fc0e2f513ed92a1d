import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";
import { celRaisedEntries } from "../cel/raised-entries.ts";
import { manyEntries } from "../shared/metadata-entries.ts";

export const cel: CelDefinition = defineCel({
  findings: () => celRaisedEntries(manyEntries, Number.POSITIVE_INFINITY),
});
