/**
 * Calls a function for each item, for at most `limit` items at a time. Returns the results in the
 * order of the items.
 */
export async function mapAtMost<T, R>(
  limit: number,
  items: readonly T[],
  each: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const entries = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of entries) results[index] = await each(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  return results;
}
