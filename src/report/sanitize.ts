import { goQuote, printableClass } from "../field/go-quote.ts";

/** Characters with an effect on a terminal or a log: Go's `unicode.IsPrint` rejects them. */
const unprintable = new RegExp(`[^${printableClass}]`, "gu");

/**
 * The start of a command to a CI runner. GitHub reads `::` at the start of a line. Elsewhere, `::`
 * counts before a word, but not inside an IPv6 address: each command name has a letter after f.
 * Runners find `##[` and `##vso[` anywhere.
 */
const command = /^ *::|::(?=[a-f]*[g-z-])|##(?=\[|vso\[)/gi;

/**
 * Makes a string from a submission safe to show in one line. Escapes control characters, and
 * commands to CI runners, with Go's escapes.
 */
export function sanitize(text: string): string {
  return text.replace(unprintable, (char) => goQuote(char).slice(1, -1)).replace(command, defuse);
}

function defuse(mark: string): string {
  return mark.slice(0, -1) + (mark.endsWith(":") ? "\\x3a" : "\\x23");
}
