/**
 * Quotes a word for a POSIX shell. Returns a word unchanged if it contains no special characters.
 */
export function shellQuote(word: string): string {
  return /^[\w./:@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
