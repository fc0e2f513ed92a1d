import { goQuote, printableClass } from "../field/go-quote.ts";

/** What a terminal or a log may act on: all but letters, marks, numbers, punctuation, symbols and the space (Go's `unicode.IsPrint`). */
const unprintable = new RegExp(`[^${printableClass}]`, "gu");

/**
 * What a CI runner reads as the beginning of a command: GitHub's `::` at the beginning of a line, elsewhere before a word that is no
 * group of an IPv6 address (every command's name has a letter after f), and the `##[` and `##vso[` that runners find anywhere.
 */
const command = /^ *::|::(?=[a-f]*[g-z-])|##(?=\[|vso\[)/gi;

/** Makes a text of a submission safe to show in one line: what could act as a control or a command is escaped as Go escapes it. */
export function sanitize(text: string): string {
  return text.replace(unprintable, (char) => goQuote(char).slice(1, -1)).replace(command, defuse);
}

function defuse(mark: string): string {
  return mark.slice(0, -1) + (mark.endsWith(":") ? "\\x3a" : "\\x23");
}
