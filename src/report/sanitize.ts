import { goQuote, printableClass } from "../field/go-quote.ts";

/**
 * Characters that can control a terminal or break a log line. Go's `unicode.IsPrint` returns false
 * for these characters.
 */
const unprintable = new RegExp(`[^${printableClass}]`, "gu");

/**
 * The start of a command to a CI runner. GitHub's runner reads `::` at the start of a line. In
 * other positions, the pattern matches `::` before a word with a letter after f, which every
 * command name has, but no IPv6 address. Runners read `##[` and `##vso[` at any position.
 */
const command = /^ *::|::(?=[a-f]*[g-z-])|##(?=\[|vso\[)/gi;

/**
 * Makes a string from an input safe to print in one line. Replaces control characters with Go's
 * escapes, such as `\n`. Escapes the start of each command to a CI runner in the same way.
 */
export function sanitize(text: string): string {
  return text.replace(unprintable, (char) => goQuote(char).slice(1, -1)).replace(command, defuse);
}

function defuse(mark: string): string {
  return mark.slice(0, -1) + (mark.endsWith(":") ? "\\x3a" : "\\x23");
}
