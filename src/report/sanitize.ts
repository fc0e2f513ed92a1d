import { goQuote, replaceUnprintable } from "../core/field/go-quote.ts";

/**
 * Matches the start of a command to a CI runner. Runners read `##[` and `##vso[` at any position.
 *
 * GitHub's runner reads `::` at the start of a line. In other positions, the pattern matches `::`
 * only before a word with a hyphen or a letter from g to z. Every command name contains such a
 * character, but no IPv6 address does.
 */
const command = /^ *::|::(?=[a-f]*[g-z-])|##(?=\[|vso\[)/gi;

/**
 * Makes a string from an input safe to print on one line. Replaces unprintable characters with Go's
 * escapes, such as `\n`. In the start of each command to a CI runner, replaces only the last
 * character.
 */
export function sanitize(text: string): string {
  return escapeUnprintable(text).replace(command, defuse);
}

/**
 * Replaces unprintable characters with Go's escapes, such as `\u202e`. Some of these characters
 * control a terminal or break a log line.
 */
export function escapeUnprintable(text: string): string {
  return replaceUnprintable(text, (char) => goQuote(char).slice(1, -1));
}

function defuse(mark: string): string {
  return mark.slice(0, -1) + (mark.endsWith(":") ? "\\x3a" : "\\x23");
}

const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes a string for XML and HTML, as text and in quoted attributes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (char) => references[char] ?? char);
}
