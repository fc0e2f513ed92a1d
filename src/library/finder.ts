import { type KnownRuleId, rules } from "../rules/index.ts";
import type { SchemaOrigin } from "../schema/to-field-error.ts";
import { closestName } from "../text/closest-name.ts";

/** What an object's decoding can be refused for; an unknown field is no such thing. */
type DecodeOrigin = Exclude<SchemaOrigin, "schema/unknown-field">;

/** Who can find something: a rule, or the schema. */
export type Finder = KnownRuleId | DecodeOrigin;

const decodeOrigins: Readonly<Record<DecodeOrigin, true>> = {
  "schema/type": true,
  "schema/range": true,
  "schema/format": true,
  "schema/required": true,
  "schema/value": true,
};

/** Throws a TypeError with the nearest rule's id where there is no rule of that id. */
export function mustBeRule(id: string): asserts id is KnownRuleId {
  mustBeOneOf(
    id,
    rules.map((rule) => rule.id),
  );
}

/** As `mustBeRule`, but the schema's origins are good too. */
export function mustBeFinder(id: string): asserts id is Finder {
  mustBeOneOf(id, [...rules.map((rule) => rule.id), ...Object.keys(decodeOrigins)]);
}

function mustBeOneOf(id: string, ids: readonly string[]): void {
  if (ids.includes(id)) return;
  const near = closestName(id, ids);
  throw new TypeError(`there is no rule ${JSON.stringify(id)}${near === undefined ? "" : `: did you mean ${near}?`}`);
}
