/** Joins words, such as `a, b, and c`. Leaves out empty words. */
export function joinWords(words: readonly string[], conjunction: "and" | "or" = "and"): string {
  const shown = words.filter((word) => word !== "");
  if (shown.length < 3) return shown.join(` ${conjunction} `);
  return `${shown.slice(0, -1).join(", ")}, ${conjunction} ${shown.at(-1)}`;
}

/** Formats a count with its noun, such as `1 file` or `0 files`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
