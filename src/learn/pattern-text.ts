import { hasWildcard } from "../core/text/glob.ts";
import { checkPrintable } from "../core/text/printable.ts";

/**
 * Reports whether a string can be a readable pattern that matches only this string. The string must
 * be printable, must not be empty, and must not contain wildcards. The names of users can contain
 * any characters.
 */
export function canBePattern(text: string): boolean {
  return text !== "" && !hasWildcard(text) && [...checkPrintable(text)].length === 0;
}
