import { rules } from "../../rules/index.ts";
import type { RuleId } from "../../rules/rule.ts";
import { suggestRule } from "../../rules/suggest-rule.ts";
import { UsageError } from "../shared/errors.ts";

/** The rule of this id; throws what the user must mend when there is none. */
export function knownRule(flag: string, text: string): RuleId {
  const rule = rules.find(({ id }) => id === text);
  if (rule === undefined)
    throw new UsageError(
      `${flag}: ${unknownRule(
        text,
        rules.map(({ id }) => id),
      )}`,
    );
  return rule.id;
}

/** Says of a text that it is none of the ids, and which of them may have been meant. */
export function unknownRule(text: string, ids: readonly string[]): string {
  return `${JSON.stringify(text)} must be a rule: ${suggestRule(text, ids)}`;
}
