import { mapKeys } from "../../core/api/map-keys.ts";
import type { ObjectMeta } from "../../core/api/meta.ts";
import { type FieldError, forbidden } from "../../core/field/error.ts";

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
