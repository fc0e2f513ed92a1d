import { mapKeys } from "../../core/api/map-keys.ts";
import type { ObjectMeta } from "../../core/api/meta.ts";
import { type FieldError, forbidden } from "../../core/field/error.ts";
import { byteLength } from "../../core/text/byte-length.ts";
import { isRenewal, type RenewableWrite } from "./field-changes.ts";

export const entryFields = ["finalizers", "labels", "managedFields", "ownerReferences"] as const;

type EntryField = (typeof entryFields)[number];

type Entries = Pick<ObjectMeta, EntryField>;

type MetadataWrite = RenewableWrite<Entries>;

/** The number of entries above which `metadata/entries-at-most-100` reports a field. */
export const fewEntries = 100;

/** The number of entries above which `metadata/entries-at-most-1000` reports a field. */
export const manyEntries = 1000;

/**
 * The number of entries that a renewal can add beyond a limit. Otherwise, another client could fill
 * an object up to the limit, and a rule would deny the next renewal, which adds the labels of its
 * client.
 */
export const renewalEntries = 10;

/**
 * Returns an error for each field that the write raises to more than `maximum` entries. Ignores a
 * field with more than `upTo` entries.
 */
export function raisedEntries(change: MetadataWrite, maximum: number, upTo: number): readonly FieldError[] {
  const more = isRenewal(change) ? renewalEntries : 0;
  const old = change.operation === "UPDATE" ? change.oldObject.metadata : undefined;
  return entryFields
    .filter((field) => {
      const count = countOf(change.object.metadata, field, maximum);
      if (count <= maximum + more || count > upTo + more) return false;
      return old === undefined || count > countOf(old, field, maximum) + more;
    })
    .map((field) => forbidden(["metadata", field], mustNotGrow(maximum)));
}

/**
 * Returns the number of entries of a field. If managedFields has more than `few` entries, counts
 * only those of server-side apply, because kube-apiserver itself limits the number of the others.
 */
function countOf(metadata: Entries, field: EntryField, few: number): number {
  if (field === "labels") return mapKeys(metadata.labels).length;
  const entries = metadata[field];
  if (field !== "managedFields" || entries.length <= few) return entries.length;
  return metadata.managedFields.reduce((count, { operation }) => (operation === "Update" ? count : count + 1), 0);
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
