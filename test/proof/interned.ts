/** The numbers of values: equal values have the same number. Numbers are faster to compare. */
export interface Interned<T> {
  readonly idOf: (value: T) => number;
  readonly at: (id: number) => T;
  readonly size: () => number;
}

/** Creates an empty table. `keyOf` returns the same text for equal values only. */
export function interned<T>(keyOf: (value: T) => string): Interned<T> {
  const ids = new Map<string, number>();
  const values: T[] = [];
  return {
    idOf(value) {
      const key = keyOf(value);
      const known = ids.get(key);
      if (known !== undefined) return known;
      ids.set(key, values.length);
      return values.push(value) - 1;
    },
    at: (id) => values[id] as T,
    size: () => values.length,
  };
}

/** Returns a function that computes each value once. `compute` gets a number. */
export function once<T>(compute: (key: number) => T): (key: number) => T {
  const known = new Map<number, T>();
  return (key) => {
    const value = known.get(key);
    if (value !== undefined) return value;
    const computed = compute(key);
    known.set(key, computed);
    return computed;
  };
}
