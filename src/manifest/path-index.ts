import type { FieldPath } from "../field/path.ts";

/** Where the values in an object or a list stand, by key or by index. */
export type Children = ReadonlyMap<string, number> | readonly number[];

/**
 * Finds the place of the deepest value on a path. A value's children are looked up when a path first leads through it:
 * of a long list most is never asked for.
 */
export function pathIndex(
  root: unknown,
  rootPlace: number,
  childrenOf: (value: object, place: number) => Children,
): (path: FieldPath) => number {
  const known = new Map<number, Children>();
  return (path) => {
    let value = root;
    let place = rootPlace;
    for (const step of path) {
      if (typeof value !== "object" || value === null) break;
      const children = known.get(place) ?? childrenOf(value, place);
      known.set(place, children);
      const key = typeof step === "object" ? step.key : step;
      const next = childAt(children, key);
      if (next === undefined) break;
      value = (value as Readonly<Record<string | number, unknown>>)[key];
      place = next;
    }
    return place;
  };
}

function childAt(children: Children, key: string | number): number | undefined {
  if ("get" in children) return children.get(String(key));
  return typeof key === "number" ? children[key] : undefined;
}
