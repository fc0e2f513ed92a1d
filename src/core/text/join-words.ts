/** Joins words, such as `a, b, and c`. Leaves out empty words. */
export function joinWords(words: readonly string[], conjunction: "and" | "or" = "and"): string {
  const shown = words.filter((word) => word !== "");
  if (shown.length < 3) return shown.join(` ${conjunction} `);
  return `${shown.slice(0, -1).join(", ")}, ${conjunction} ${shown.at(-1)}`;
}
