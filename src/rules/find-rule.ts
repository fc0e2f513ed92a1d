import { closestName } from "../text/closest-name.ts";
import { rules } from "./index.ts";
import type { Rule, RuleId } from "./rule.ts";

/** The ids of all rules, in alphabetical order. */
export const ruleIds: readonly RuleId[] = rules.map(({ id }) => id);

const byId: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]));

/** Returns the rule with an id, or undefined for any other text. */
export function ruleById(id: string): Rule | undefined {
  return byId.get(id);
}

/**
 * Returns what a text must be that is none of the ids, with the most similar id. By default, the
 * ids are those of all rules.
 */
export function mustBeARule(text: string, ids: readonly string[] = ruleIds): string {
  const similar = similarId(text, ids);
  return `must be a rule: ${similar === undefined ? "lease-guard rules lists them" : `did you mean ${similar}?`}`;
}

/** Finds an id that differs from the text by a typo, a missing group, or a missing end. */
function similarId(text: string, ids: readonly string[]): string | undefined {
  const part = text === "" ? undefined : (ids.find((id) => id.endsWith(`/${text}`)) ?? ids.find((id) => id.startsWith(text)));
  return closestName(text, ids) ?? part;
}
