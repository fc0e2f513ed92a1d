import { goQuote, printableClass } from "../field/go-quote.ts";

/** Characters that a terminal or a log can act on: those that Go's `unicode.IsPrint` rejects. */
const unprintable = new RegExp(`[^${printableClass}]`, "gu");

/**
 * The start of a command to a CI runner: GitHub's `::` at the start of a line, or elsewhere before
 * a word that is not a group of an IPv6 address (each command name has a letter after f), and the
 * `##[` and `##vso[` that runners find anywhere.
 */
const command = /^ *::|::(?=[a-f]*[g-z-])|##(?=\[|vso\[)/gi;

/**
 * Makes a string of a submission safe to show in one line; escapes controls and commands as Go
 * does.
 */
export function sanitize(text: string): string {
  return text.replace(unprintable, (char) => goQuote(char).slice(1, -1)).replace(command, defuse);
}

function defuse(mark: string): string {
  return mark.slice(0, -1) + (mark.endsWith(":") ? "\\x3a" : "\\x23");
}
