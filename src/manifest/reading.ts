import type { FieldPath } from "../field/path.ts";
import type { Position } from "../text/position.ts";
import type { ManifestDocument, Unreadable } from "./document.ts";

/** What a reader makes of a document's text: all places are offsets in it. */
export interface Reading {
  readonly value: unknown;
  readonly start: number;
  /** Of the deepest value on a path; a null's is that of its key. */
  readonly find: (path: FieldPath) => number;
  readonly duplicates: () => readonly Duplicate[];
}

/** A key that stands twice in one map: the offset of the later, which wins. */
export interface Duplicate {
  readonly path: FieldPath;
  readonly at: number;
}

/** Where and why reading ended; `final` when the syntax is right, so that reading the text as something else is no way out. */
export interface Fault {
  readonly at: number;
  readonly fault: string;
  readonly final?: boolean;
}

/** Deeper than any object of the API, shallow enough for every recursive function that meets the value later. */
export const maxDepth = 500;

/** Of one document: twice as many as the Leases of 5,000 nodes hold, managedFields and all. As many keys of one map take 200 MB. */
export const maxValues = 500_000;

/** More than anybody reads: each keeps a path, and a hostile document has room for a million. */
export const maxDuplicates = 1000;

/** A reading as the document it is of, with positions for offsets. */
export function toDocument(reading: Reading | Fault, position: (offset: number) => Position): ManifestDocument | Unreadable {
  if ("fault" in reading) return { position: position(reading.at), message: reading.fault };
  const { value, start, find, duplicates } = reading;
  return {
    value,
    start: position(start),
    notes: () =>
      duplicates().map(({ path, at }) => ({ path, position: position(at), message: "must not stand twice: the later one wins" })),
    locate: (path) => position(find(path)),
  };
}
