import { byteLength } from "../../text/byte-length.ts";

type Annotations = Readonly<Record<string, string>>;

/**
 * Reports whether all keys and values have more UTF-8 bytes than a limit. Most annotations need no
 * count, because one UTF-16 unit has one to three bytes.
 */
export function annotationsExceed(limit: number, annotations: Annotations): boolean {
  let units = 0;
  for (const key in annotations) {
    units += key.length + (annotations[key]?.length ?? 0);
    if (units > limit) return true;
  }
  return units * 3 > limit && annotationsSize(annotations) > limit;
}

/** Returns the UTF-8 bytes of all keys and values. */
export function annotationsSize(annotations: Annotations): number {
  let bytes = 0;
  for (const key of Object.keys(annotations)) bytes += byteLength(key) + byteLength(annotations[key] ?? "");
  return bytes;
}
