/**
 * The number of keys above which `mapKeys` keeps the keys of a map. For a smaller map, a new list
 * takes about as long as the search for a kept list.
 */
const manyKeys = 1_000;

const kept = new WeakMap<object, readonly string[]>();

/**
 * Returns the keys of a JSON object in their order. Keeps the keys of a large object, because V8
 * sorts them for each new list, and a review with 345,000 labels needs its keys several times. The
 * object must not change.
 */
export function mapKeys(map: object): readonly string[] {
  const known = kept.get(map);
  if (known !== undefined) return known;
  const keys = Object.keys(map);
  if (keys.length > manyKeys) kept.set(map, keys);
  return keys;
}
