import { type KnownRuleId, rules } from "../rules/index.ts";
import { suggestRule } from "../rules/suggest-rule.ts";
import { type DecodeOrigin, decodeOrigins } from "../schema/to-field-error.ts";

/** The origin of a finding, which is a rule or the schema. */
export type Finder = KnownRuleId | DecodeOrigin;

/** Throws a TypeError with the most similar id if no rule has this id. */
export function mustBeRule(id: string): asserts id is KnownRuleId {
  mustBeOneOf(
    id,
    rules.map((rule) => rule.id),
  );
}

/**
 * Throws a TypeError with the most similar id if neither a rule nor a schema finding has this id.
 */
export function mustBeFinder(id: string): asserts id is Finder {
  mustBeOneOf(id, [...rules.map((rule) => rule.id), ...decodeOrigins]);
}

function mustBeOneOf(id: string, ids: readonly string[]): void {
  if (ids.includes(id)) return;
  throw new TypeError(`there is no rule ${JSON.stringify(id)}: ${suggestRule(id, ids)}`);
}
