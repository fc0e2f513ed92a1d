import { fieldMessage } from "../core/field/error.ts";
import type { RuleId } from "../rules/rule.ts";

/**
 * A condition under which an admission policy reports a write. A condition without a rule protects
 * the admission policy itself.
 */
export interface Validation {
  readonly rule: RuleId | undefined;
  readonly parameters: Readonly<Record<string, unknown>> | undefined;
  readonly field: string;
  readonly detail: string;
  readonly reports: string;
}

/** Returns the message of a condition, which ends with the rule in parentheses. */
export function messageOf({ field, detail, rule }: Validation): string {
  return fieldMessage({ field, message: `${detail} (${rule ?? "lease-guard"})` });
}
