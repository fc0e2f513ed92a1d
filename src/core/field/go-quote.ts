const named: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\u0007": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
};

/** The content of a character class with the characters that Go's `unicode.IsPrint` accepts. */
export const printableClass = "\\p{L}\\p{M}\\p{N}\\p{P}\\p{S} ";

/**
 * Matches the characters that Go's `strconv.Quote` escapes: double quotes, backslashes, and
 * characters that `unicode.IsPrint` rejects.
 */
const escaped = new RegExp(`["\\\\]|[^${printableClass}]`, "gu");

/** Quotes a string as Go's `%q` does. A lone surrogate becomes U+FFFD, as in Go's JSON decoder. */
export function goQuote(text: string): string {
  return `"${text.toWellFormed().replace(escaped, (char) => named[char] ?? escapeRune(char))}"`;
}

function escapeRune(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x80) return `\\x${hex.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}
