import { maxJsonBytes, maxJsonUnitBytes } from "./byte-length.ts";

/** The number of levels that a function can read by recursion without a stack overflow. */
const maxRecursion = 100;

/**
 * Returns an upper bound for the number of bytes of a JSON value without spaces, as Go writes it.
 * Stops above a limit, and then returns any larger number.
 */
export function jsonBytes(value: unknown, limit: number = Number.POSITIVE_INFINITY): number {
  return countedBytes(value, maxJsonBytes, limit);
}

/**
 * Reports whether `jsonBytes` of a value can be larger than a limit. Reads no character, so the
 * answer takes little time for a usual value.
 */
export function canExceedJsonBytes(value: unknown, limit: number): boolean {
  const leastUnits = limit / maxJsonUnitBytes;
  return countedBytes(value, ({ length }) => length, leastUnits) > leastUnits;
}

function countedBytes(value: unknown, textBytes: (text: string) => number, limit: number): number {
  let bytes = 0;
  // A review can nest 10,000 levels, which is too deep for recursion.
  const deep: object[] = [];
  const add = (next: unknown, depth: number): void => {
    if (typeof next === "string") bytes += 2 + textBytes(next);
    else if (typeof next !== "object" || next === null) bytes += String(next).length;
    else if (depth === maxRecursion) deep.push(next);
    else addMembers(next, depth + 1);
  };
  const addMembers = (object: object, depth: number): void => {
    if (Array.isArray(object)) {
      bytes += enclosing(object.length);
      for (let index = 0; index < object.length && bytes <= limit; index++) add(object[index], depth);
      return;
    }
    let members = 0;
    // Faster than a list of the keys. JSON objects inherit no key.
    for (const key in object) {
      if (bytes > limit) return;
      members++;
      bytes += 3 + textBytes(key);
      add((object as Readonly<Record<string, unknown>>)[key], depth);
    }
    bytes += enclosing(members);
  };
  add(value, 0);
  for (let next = deep.pop(); next !== undefined && bytes <= limit; next = deep.pop()) addMembers(next, 0);
  return bytes;
}

/** Returns the bytes of the brackets, and of the commas between the members. */
function enclosing(members: number): number {
  return 1 + Math.max(1, members);
}
