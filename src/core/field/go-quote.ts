const named: Readonly<Record<string, string>> = {
  "\u0007": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
};

const ascii = /^[ -~]*$/;

/**
 * Reports whether a string contains only printable ASCII. This fast test is enough for most valid
 * strings.
 */
export function isPrintableAscii(text: string): boolean {
  return ascii.test(text);
}

/**
 * Matches the characters for which Go's `unicode.IsPrint` returns false. V8 takes about a
 * millisecond to compile Unicode categories, so only a string that needs this pattern compiles it.
 */
export const unprintable = (): RegExp => /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

export function replaceUnprintable(text: string, replacement: (char: string) => string): string {
  return isPrintableAscii(text) ? text : text.replace(unprintable(), replacement);
}

/**
 * Quotes a string as Go's `strconv.Quote` does. A lone surrogate becomes U+FFFD, as in Go's JSON
 * decoder.
 */
export function goQuote(text: string): string {
  const quoted = text.toWellFormed().replace(/["\\]/g, "\\$&");
  return `"${replaceUnprintable(quoted, (char) => named[char] ?? escapeRune(char))}"`;
}

function escapeRune(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x80) return `\\x${hex.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}
