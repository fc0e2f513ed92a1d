import { failed, ok, type Result } from "../core/field/result.ts";
import { closestName } from "../core/text/closest-name.ts";
import { rules } from "./index.ts";
import type { Rule, RuleId } from "./rule.ts";

/** The ids of all rules, in alphabetical order. */
export const ruleIds: readonly RuleId[] = rules.map(({ id }) => id);

const byId: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]));

export function ruleById(id: string): Rule | undefined {
  return byId.get(id);
}

/** Returns the rule with an id that a user wrote. The error is a message that quotes the string. */
export function findRule(id: string): Result<Rule, string> {
  const rule = ruleById(id);
  return rule === undefined ? failed(`${JSON.stringify(id)} ${mustBeARule(id)}`) : ok(rule);
}

/**
 * Returns the message for a string that is not one of `ids`. The message suggests the id that the
 * string probably means, or the command that lists the rules. By default, `ids` contains the ids of
 * all rules. `listsChecks` is the command for the id of a check.
 */
export function mustBeARule(text: string, ids: readonly string[] = ruleIds, listsChecks?: string): string {
  if (listsChecks !== undefined) return `must be a check: ${suggestion(text, ids) ?? listsChecks}`;
  return `must be a rule: ${suggestion(text, ids) ?? "lease-guard rules lists them"}`;
}

/** Returns the same message for a string that can also be the id of a check of `audit`. */
export function mustBeACheckOrRule(text: string, ids: readonly string[]): string {
  const lists = "docs/audit.md lists the checks, and lease-guard rules the rules";
  return `must be a check or a rule: ${suggestion(text, ids) ?? lists}`;
}

function suggestion(text: string, ids: readonly string[]): string | undefined {
  const similar = similarId(text, ids);
  return similar && `did you mean ${similar}?`;
}

/**
 * Returns the id that a string probably means, or undefined if no id is similar. The string can
 * contain a typo, omit the group before the slash, or be the beginning of an id.
 */
function similarId(text: string, ids: readonly string[]): string | undefined {
  const part =
    text === "" ? undefined : (ids.find((id) => id.endsWith(`/${text}`)) ?? ids.find((id) => id.startsWith(text)));
  return closestName(text, ids) ?? part;
}
