import { fieldMessage } from "../core/field/error.ts";
import type { CelFinding } from "../rules/cel/cel-rule.ts";
import type { RuleId } from "../rules/rule.ts";
import { append } from "../rules/shared/append.ts";
import { anyOfAll, type Declarations } from "./declarations.ts";

type Parameters = Readonly<Record<string, unknown>> | undefined;

/** A finding of a rule under one of its settings. */
export interface RuleFinding extends Required<CelFinding> {
  readonly rule: RuleId;
  readonly parameters: Parameters;
}

/**
 * A condition under which an admission policy reports a write. A condition without a rule protects
 * the admission policy itself.
 */
export interface Validation {
  readonly rule: RuleId | undefined;
  /** The parameters of each setting of the rule that the condition contains. */
  readonly settings: readonly Parameters[];
  readonly field: string;
  readonly detail: string;
  readonly reports: string;
}

/** Joins the findings with the same message: a rule has the same finding in many scopes. */
export function joinEqual(findings: readonly RuleFinding[], declared: Declarations): readonly Validation[] {
  const byMessage = new Map<string, RuleFinding[]>();
  for (const finding of findings) append(byMessage, messageOf(finding), finding);
  return [...byMessage.values()].flatMap((some) => {
    const [first] = some;
    if (first === undefined) return [];
    const { rule, field, detail } = first;
    const settings = some.map(({ parameters }) => parameters);
    const conditions = some.map(({ reports }) => reports);
    return [{ rule, field, detail, settings, reports: anyOfAll(conditions, declared) }];
  });
}

/** Returns the message of a condition, which ends with the rule in parentheses. */
export function messageOf({ field, detail, rule }: Pick<Validation, "field" | "detail" | "rule">): string {
  return fieldMessage({ field, message: `${detail} (${rule ?? "lease-guard"})` });
}
