import type { CelVariable } from "../rules/cel/cel-rule.ts";
import { anyOf, celString } from "../rules/cel/text.ts";
import { append } from "../rules/shared/append.ts";
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

/**
 * Returns the variable with the messages of the findings that hold, as JSON strings. The length of
 * a variable has no limit, unlike the length of the annotation's own expression.
 */
export function auditVariable(findings: readonly Validation[]): CelVariable {
  const conditions = new Map<string, string[]>();
  for (const finding of findings) append(conditions, messageOf(finding), finding.reports);
  const items = [...conditions].map(
    ([message, reports]) => `(${anyOf(reports)}) ? ${celString(JSON.stringify(message))} : ''`,
  );
  return { name: auditedMessages, expression: `[${items.join(", ")}].filter(message, message != '')` };
}
