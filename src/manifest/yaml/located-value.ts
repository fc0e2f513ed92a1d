import type { FieldPath } from "../../field/path.ts";

/** A value and the offset where it was written; a null's offset is its key's. */
export type LocatedValue =
  | { readonly at: number; readonly scalar: string | number | boolean | null }
  | { readonly at: number; readonly fields: ReadonlyMap<string, LocatedValue> }
  | { readonly at: number; readonly items: readonly LocatedValue[] };

/** The JSON value of a tree. A key `__proto__` becomes a field like any other. */
export function jsonValue(tree: LocatedValue): unknown {
  if ("scalar" in tree) return tree.scalar;
  if ("items" in tree) return tree.items.map(jsonValue);
  const object: Record<string, unknown> = {};
  for (const [key, field] of tree.fields) {
    const value = jsonValue(field);
    if (key === "__proto__") Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true });
    else object[key] = value;
  }
  return object;
}

/** The offset of the deepest tree on a path. */
export function offsetOf(tree: LocatedValue, path: FieldPath): number {
  let here = tree;
  for (const step of path) {
    const next = child(here, typeof step === "object" ? step.key : step);
    if (next === undefined) break;
    here = next;
  }
  return here.at;
}

function child(tree: LocatedValue, step: string | number): LocatedValue | undefined {
  if ("fields" in tree) return tree.fields.get(String(step));
  return "items" in tree && typeof step === "number" ? tree.items[step] : undefined;
}

/** The same tree written elsewhere: null values stand at their keys. */
export function placedAt(tree: LocatedValue, at: number): LocatedValue {
  return { ...tree, at };
}
