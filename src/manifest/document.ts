import type { FieldPath } from "../field/path.ts";
import type { Position } from "../text/position.ts";

/** What kubectl reads without a word and a person would want to know, such as a key that stands twice: the later one wins. */
export interface Note {
  readonly path: FieldPath;
  readonly position: Position;
  readonly message: string;
}

/** One document of a manifest, as kubectl would send it. */
export interface ManifestDocument {
  /**
   * The JSON value, fields in the order written. A number is the nearest double, with one care: what is inside int64
   * stays inside, so that a schema's range still tells the two apart.
   */
  readonly value: unknown;
  readonly start: Position;
  readonly notes: () => readonly Note[];
  /** Where a field's value stands; its key when the value is null; the nearest ancestor when there is no such field. */
  readonly locate: (path: FieldPath) => Position;
}

/** A document kubectl would refuse, or one beyond the limits of this reader, and why in one line. */
export interface Unreadable {
  readonly position: Position;
  readonly message: string;
}

/** Tells the two outcomes of reading a document apart. */
export function isUnreadable(read: ManifestDocument | Unreadable): read is Unreadable {
  return "message" in read;
}
