import { mapKeys } from "../../core/api/map-keys.ts";
import type { ObjectMeta } from "../../core/api/meta.ts";
import { type FieldError, forbidden } from "../../core/field/error.ts";
import { byteLength } from "../../core/text/byte-length.ts";

export const entryFields = ["finalizers", "labels", "managedFields", "ownerReferences"] as const;

type EntryField = (typeof entryFields)[number];

type Entries = Pick<ObjectMeta, EntryField>;

/** The number of entries above which `metadata/entries-at-most-100` reports a field. */
export const fewEntries = 100;

/** The number of entries above which `metadata/entries-at-most-1000` reports a field. */
export const manyEntries = 1000;

/**
 * Returns an error for each field that the write raises to more than `maximum` entries. Ignores a
 * field with more than `upTo` entries.
 */
export function raisedEntries(
  object: Entries,
  old: Entries | undefined,
  maximum: number,
  upTo: number,
): readonly FieldError[] {
  return entryFields
    .filter((field) => {
      const count = countOf(object, field);
      return count > maximum && count <= upTo && (old === undefined || count > countOf(old, field));
    })
    .map((field) => forbidden(["metadata", field], mustNotGrow(maximum)));
}

function countOf(metadata: Entries, field: EntryField): number {
  return field === "labels" ? mapKeys(metadata.labels).length : metadata[field].length;
}

export function mustNotGrow(maximum: number): string {
  return `must not grow to more than ${maximum} entries`;
}

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
