/**
 * Converts the first `most` items to strings for a log line. If there are more items, adds a string
 * with the number of the other items.
 */
export function firstTexts<T>(items: readonly T[], most: number, toText: (item: T) => string): readonly string[] {
  const texts = items.slice(0, most).map(toText);
  return items.length > most ? [...texts, `and ${items.length - most} more`] : texts;
}
