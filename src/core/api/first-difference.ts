import type { FieldPath } from "../field/path.ts";
import { isJsonObject } from "./json-object.ts";

/**
 * Returns the path of the first field that differs, or undefined if kube-apiserver treats both
 * values alike. An empty value is the same as an absent one.
 */
export function firstDifference(actual: unknown, expected: unknown, path: FieldPath = []): FieldPath | undefined {
  if (isEmpty(actual) && isEmpty(expected)) return undefined;
  if (Array.isArray(actual) && Array.isArray(expected)) {
    if (actual.length !== expected.length) return path;
    return firstOf(actual.keys(), (index) => firstDifference(actual[index], expected[index], [...path, index]));
  }
  if (isJsonObject(actual) && isJsonObject(expected)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
    return firstOf(keys, (key) => firstDifference(actual[key], expected[key], [...path, key]));
  }
  return actual === expected ? undefined : path;
}

function firstOf<T>(items: Iterable<T>, find: (item: T) => FieldPath | undefined): FieldPath | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "object" && Object.keys(value).length === 0);
}
