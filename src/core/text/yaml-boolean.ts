const words: readonly (readonly [word: string, value: boolean])[] = [
  ...["y", "yes", "true", "on"].map((word) => [word, true] as const),
  ...["n", "no", "false", "off"].map((word) => [word, false] as const),
];

/**
 * The words that YAML 1.1, and therefore kubectl, reads as booleans. Only their first letter or all
 * letters can be capital.
 */
export const yamlBooleans: ReadonlyMap<string, boolean> = new Map(
  words.flatMap(([word, value]) =>
    [word, word.slice(0, 1).toUpperCase() + word.slice(1), word.toUpperCase()].map((form) => [form, value] as const),
  ),
);

/**
 * Reports whether a string needs quotes in YAML, because YAML 1.1 reads it as a boolean. Ignores
 * the case of the letters, because quotes do no harm.
 */
export function looksLikeBoolean(text: string): boolean {
  return yamlBooleans.has(text.toLowerCase());
}

/**
 * The maximum line width of generated YAML. A longer list or expression continues on the next line.
 */
export const yamlColumns = 120;
