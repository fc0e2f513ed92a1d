import type { CelVariable } from "../rules/cel/cel-rule.ts";
import { celString } from "../rules/cel/text.ts";
import { partsOf } from "./declarations.ts";
import { messageOf, type Validation } from "./validation.ts";

export const auditedMessages = "auditedMessages";

/**
 * The audit annotation with the findings of mode `audit`, which is a JSON list of messages.
 * kube-apiserver omits an empty annotation. In the audit log, the name of the admission policy
 * precedes the key.
 */
export const auditAnnotation: { readonly key: string; readonly valueExpression: string } = {
  key: "audit-findings",
  valueExpression: `variables.${auditedMessages}.size() == 0 ? '' : '[' + variables.${auditedMessages}.join(',') + ']'`,
};

/** The number of characters of the messages, and of their conditions, in one variable. */
const longestMessages = 32_768;

/**
 * Returns the variables with the messages of the findings that hold, as JSON strings. The last one
 * contains all messages. The annotation's own expression can have at most 5 KiB.
 */
export function auditVariables(findings: readonly Validation[]): readonly CelVariable[] {
  if (findings.length === 0) return [];
  const items = findings.map(
    (finding) => `(${finding.reports}) ? ${celString(JSON.stringify(messageOf(finding)))} : ''`,
  );
  const parts = partsOf(items, longestMessages).map((part) => `[${part.join(", ")}].filter(message, message != '')`);
  if (parts.length < 2) return parts.map((expression) => ({ name: auditedMessages, expression }));
  const named = parts.map((expression, index) => ({ name: `${auditedMessages}${index + 1}`, expression }));
  const sum = named.map(({ name }) => `variables.${name}`).join(" + ");
  return [...named, { name: auditedMessages, expression: sum }];
}
