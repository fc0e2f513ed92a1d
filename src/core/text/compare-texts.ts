/**
 * Compares two strings by UTF-16 code units. The order is the same in every locale. Returns a
 * negative number if `a` comes first, 0 if both are equal, and a positive number if `b` comes
 * first.
 */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Returns the distinct strings, in code-unit order. */
export function distinctTexts(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].toSorted(compareTexts);
}
