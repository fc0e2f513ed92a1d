import { scalarValue } from "../json-value.ts";
import { isObviousString, resolvePlain } from "../scalar.ts";

const longestNumber = 1000;

/**
 * Returns the value that kubectl reads from a plain scalar. Returns undefined for a number that
 * JSON cannot represent, and for a long scalar that could be a number.
 */
export function plainValue(text: string): string | number | boolean | null | undefined {
  if (isObviousString(text)) return text;
  if (text.length > longestNumber) return undefined;
  if (/^(?:0|[1-9]\d{0,14})$/.test(text)) return Number(text);
  return scalarValue(resolvePlain(text));
}
