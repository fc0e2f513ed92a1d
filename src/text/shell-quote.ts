/** Quotes a word for a POSIX shell. Leaves a word of harmless characters as it is. */
export function shellQuote(word: string): string {
  return /^[\w./:@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
