import type { FieldPath } from "../../../field/path.ts";
import { type Children, pathIndex } from "../../path-index.ts";

/** Finds the offset of the deepest value on a path. Offsets stand in a row: parents first, then what is in them in its order. */
export function blockFinder(value: unknown, offsets: readonly number[]): (path: FieldPath) => number {
  const find = pathIndex(value, 0, childrenOf);
  return (path) => offsets[find(path)] ?? 0;
}

function childrenOf(value: object, place: number): Children {
  let next = place + 1;
  const placed = (child: unknown): number => {
    const here = next;
    next += count(child);
    return here;
  };
  if (Array.isArray(value)) return value.map(placed);
  const fields = new Map<string, number>();
  for (const key in value) fields.set(key, placed(value[key as keyof typeof value]));
  return fields;
}

/** How many values there are in a value, itself among them. */
function count(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  let sum = 1;
  for (const key in value) sum += count(value[key as keyof typeof value]);
  return sum;
}
