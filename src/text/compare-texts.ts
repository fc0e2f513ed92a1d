/**
 * Compares two texts by UTF-16 units, in the same way in every locale. Returns a negative number if
 * `a` comes first, and 0 if both are equal.
 */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
