/** Compares by UTF-16 units, in every locale: negative if the first comes first, 0 if equal. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
