/**
 * Returns the texts of the first `most` items for a log line. If there are more items, adds a text
 * with the number of further items.
 */
export function firstTexts<T>(items: readonly T[], most: number, toText: (item: T) => string): readonly string[] {
  const texts = items.slice(0, most).map(toText);
  return items.length > most ? [...texts, `and ${items.length - most} more`] : texts;
}
