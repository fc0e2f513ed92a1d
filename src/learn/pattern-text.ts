import { hasWildcard } from "../text/glob.ts";
import { checkPrintable } from "../text/printable.ts";

/**
 * Reports whether a pattern can match exactly this text, and a person can read the pattern. The
 * names of users can contain any characters.
 */
export function canBePattern(text: string): boolean {
  return text !== "" && !hasWildcard(text) && [...checkPrintable(text)].length === 0;
}
