import { rules } from "../../rules/index.ts";
import type { RuleId } from "../../rules/rule.ts";
import { suggestRule } from "../../rules/suggest-rule.ts";
import { UsageError } from "../shared/errors.ts";

/** Returns the id of a known rule. Throws a usage error for any other text. */
export function knownRule(flag: string, text: string): RuleId {
  const rule = rules.find(({ id }) => id === text);
  if (rule !== undefined) return rule.id;
  const ids = rules.map(({ id }) => id);
  throw new UsageError(`${flag}: ${unknownRule(text, ids)}`);
}

/**
 * Returns the message for a text that is not a rule. The message suggests the most similar rule.
 */
export function unknownRule(text: string, ids: readonly string[]): string {
  return `${JSON.stringify(text)} must be a rule: ${suggestRule(text, ids)}`;
}
