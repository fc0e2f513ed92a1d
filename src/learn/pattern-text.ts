import { hasWildcard } from "../text/glob.ts";
import { checkPrintable } from "../text/printable.ts";

/**
 * Reports whether a string can be a pattern that matches only this string and that a person can
 * read: it is printable and not empty, and it has no wildcards. The names of users can contain any
 * characters.
 */
export function canBePattern(text: string): boolean {
  return text !== "" && !hasWildcard(text) && [...checkPrintable(text)].length === 0;
}
