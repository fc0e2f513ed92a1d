import type { FieldPath } from "../field/path.ts";
import { type Children, finder } from "./places.ts";

/** Finds the offset of the deepest value on a path. Offsets stand in a row: parents first, then what is in them in its order. */
export function blockFinder(value: unknown, offsets: readonly number[]): (path: FieldPath) => number {
  const find = finder(value, 0, childrenOf);
  return (path) => offsets[find(path)] ?? 0;
}

function childrenOf(value: object, place: number): Children {
  let next = place + 1;
  const placed = (child: unknown): number => {
    const here = next;
    next += count(child);
    return here;
  };
  return Array.isArray(value) ? value.map(placed) : new Map(Object.entries(value).map(([key, field]) => [key, placed(field)]));
}

/** How many values there are in a value, itself among them. */
function count(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, child) => sum + count(child), 1);
}
