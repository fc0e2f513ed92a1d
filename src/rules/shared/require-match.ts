import { type FieldError, invalid } from "../../field/error.ts";
import { goQuote } from "../../field/go-quote.ts";
import type { FieldPath } from "../../field/path.ts";
import { matchesAny } from "../../text/glob.ts";

/** The JSON Schema of a list of patterns. */
export const patternList = { type: "array", items: { type: "string", minLength: 1 }, minItems: 1 } as const;

/** Says that a text is as none of the patterns is. */
export function requireMatch(field: FieldPath, text: string, patterns: readonly string[]): readonly FieldError[] {
  if (matchesAny(patterns, text)) return [];
  return [invalid(field, text, `must match ${patterns.map(goQuote).join(" or ")}, where * is any characters`)];
}
