import { mapKeys } from "../../core/api/map-keys.ts";
import { byteLength } from "../../core/text/byte-length.ts";

type StringMap = Readonly<Record<string, string>>;

/**
 * Reports whether all keys and values together have more UTF-8 bytes than a limit. Most maps need
 * no exact count, because a UTF-16 code unit takes one to three bytes.
 */
export function exceedsSize(limit: number, map: StringMap): boolean {
  let units = 0;
  for (const key of mapKeys(map)) {
    units += key.length + (map[key]?.length ?? 0);
    if (units > limit) return true;
  }
  return units * 3 > limit && sizeOf(map) > limit;
}

/** Returns the number of UTF-8 bytes of all keys and values. */
export function sizeOf(map: StringMap): number {
  let bytes = 0;
  for (const key of mapKeys(map)) bytes += byteLength(key) + byteLength(map[key] ?? "");
  return bytes;
}
