import type { RuleId } from "../rules/rule.ts";

/** A condition of a policy. Without a rule, the condition protects the policy itself. */
export interface Validation {
  readonly rule: RuleId | undefined;
  readonly parameters: Readonly<Record<string, unknown>> | undefined;
  readonly field: string;
  readonly detail: string;
  readonly reports: string;
}

/** Returns the message of a condition, which ends with the rule in parentheses. */
export function messageOf({ field, detail, rule }: Validation): string {
  return `${field === "" ? "" : `${field}: `}${detail} (${rule ?? "lease-guard"})`;
}
