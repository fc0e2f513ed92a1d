import { type KnownRuleId, rules } from "../rules/index.ts";
import { suggestRule } from "../rules/suggest-rule.ts";
import type { SchemaOrigin } from "../schema/to-field-error.ts";

/**
 * The schema findings that prevent an object from decoding. An unknown field does not prevent it.
 */
type DecodeOrigin = Exclude<SchemaOrigin, "schema/unknown-field">;

/** The origin of a finding, which is a rule or the schema. */
export type Finder = KnownRuleId | DecodeOrigin;

const decodeOrigins: Readonly<Record<DecodeOrigin, true>> = {
  "schema/type": true,
  "schema/range": true,
  "schema/format": true,
  "schema/required": true,
  "schema/value": true,
};

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
  mustBeOneOf(id, [...rules.map((rule) => rule.id), ...Object.keys(decodeOrigins)]);
}

function mustBeOneOf(id: string, ids: readonly string[]): void {
  if (ids.includes(id)) return;
  throw new TypeError(`there is no rule ${JSON.stringify(id)}: ${suggestRule(id, ids)}`);
}
