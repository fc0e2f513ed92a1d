import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";
import { matchesPattern } from "../cel/patterns.ts";
import { allOf, celString, not } from "../cel/text.ts";
import type { RequiredLabels } from "./labels-required.ts";

export const cel: CelDefinition = defineCel<RequiredLabels>({
  findings: ({ parameters: { labels } }) =>
    Object.entries(labels).map(([key, pattern]) => ({
      field: `metadata.labels[${key}]`,
      detail: `must be set, and must match the pattern ${pattern}`,
      reports: reportsLabel(celString(key), pattern),
    })),
});

function reportsLabel(key: string, pattern: string): string {
  const isWritten = `request.operation == 'CREATE' || variables.newLabels[?${key}] != variables.oldLabels[?${key}]`;
  const matches = allOf([`${key} in variables.newLabels`, matchesPattern(`variables.newLabels[${key}]`, pattern)]);
  return allOf([isWritten, not(matches)]);
}
