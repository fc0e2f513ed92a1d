import type { Write } from "./write.ts";

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * Returns the smallest write that still fails: without the fields and items that the failure does
 * not need.
 */
export function shrink(write: Write, fails: (write: Write) => boolean): Write {
  let smallest = write;
  for (;;) {
    const next = smaller(smallest as unknown as Json, []).find((each) => fails(each as unknown as Write));
    if (next === undefined) return smallest;
    smallest = next as unknown as Write;
  }
}

/** Fields without which a write is none. */
const needed = /^(?:version|kind|operation|now|user|username|groups|object|oldObject|apiVersion|metadata|spec)$/;

/** Returns all values that lack one field or item at any depth, or have a shorter string. */
function smaller(value: Json, path: readonly string[]): readonly Json[] {
  if (typeof value === "string") return value.length > 100 ? [value.slice(0, value.length / 2), value.slice(1)] : [];
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    const halves = list.length > 4 ? [list.slice(0, list.length / 2), list.slice(list.length / 2)] : [];
    return [...halves, ...list.map((_, index) => list.toSpliced(index, 1))];
  }
  if (typeof value !== "object" || value === null) return [];
  const entries = Object.entries(value as Readonly<Record<string, Json>>);
  const without = (name: string) => Object.fromEntries(entries.filter(([key]) => key !== name));
  return entries.flatMap(([key, inner]) => [
    ...(needed.test(key) && path.length < 2 ? [] : [without(key)]),
    ...smaller(inner, [...path, key]).map((each) => ({ ...without(key), [key]: each })),
  ]);
}
