import { maxJsonBytes, maxJsonUnitBytes } from "./byte-length.ts";

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
  const rest = [value];
  while (rest.length > 0 && bytes <= limit) {
    const next = rest.pop();
    if (typeof next === "string") bytes += 2 + textBytes(next);
    else if (typeof next !== "object" || next === null) bytes += String(next).length;
    else if (Array.isArray(next)) {
      bytes += enclosing(next.length);
      for (let index = 0; index < next.length; index++) rest.push(next[index]);
    } else {
      let members = 0;
      // Faster than a list of the keys. Objects of JSON inherit no key.
      for (const key in next) {
        members++;
        bytes += 3 + textBytes(key);
        rest.push((next as Readonly<Record<string, unknown>>)[key]);
      }
      bytes += enclosing(members);
    }
  }
  return bytes;
}

/** Returns the bytes of the brackets, and of the commas between the members. */
function enclosing(members: number): number {
  return 1 + Math.max(1, members);
}
