import type { FieldPath } from "../field/path.ts";
import { failed, ok, type Result } from "../field/result.ts";
import type { Position } from "../text/position.ts";

/**
 * One document of a manifest, as kubectl would send it. Positions count from the start of the
 * manifest.
 */
export interface ManifestDocument {
  /**
   * The JSON value, with its fields in the order of the text. A number is the nearest double,
   * except that an integer inside int64 stays inside it, so that a schema's range can tell.
   */
  readonly value: unknown;
  readonly start: Position;
  /** Finds a value, the key of a null, or the nearest ancestor of a field that does not exist. */
  readonly locate: (path: FieldPath) => Position;
  readonly duplicates: () => readonly DuplicateField[];
}

/**
 * The second or later occurrence of a key in one map. kubectl accepts it, and its value applies.
 */
export interface DuplicateField extends DocumentProblem {
  readonly path: FieldPath;
}

/** Why a document cannot be read, such as text that kubectl rejects, and the position. */
export interface DocumentProblem extends Position {
  /** One line. */
  readonly message: string;
}

/**
 * What a reader makes of one document. An offset is a UTF-16 index into the document's own text.
 */
export interface Reading {
  readonly value: unknown;
  readonly start: number;
  /** Finds what `locate` of a `ManifestDocument` finds. */
  readonly offsetOf: (path: FieldPath) => number;
  readonly duplicates: () => readonly DuplicateKey[];
}

/** A duplicate field and the offset of its key. */
export interface DuplicateKey {
  readonly path: FieldPath;
  readonly offset: number;
}

/** Why a reader stopped, and at which offset. */
export interface ReadingProblem {
  readonly offset: number;
  readonly message: string;
  /** True if the syntax is correct, so that another reader cannot help. */
  readonly final?: boolean;
}

/**
 * The deepest nesting: deeper than any API object, and safe for every recursive function that sees
 * the value later.
 */
export const maxDepth = 500;

/**
 * The most values of one document: twice the Leases of 5,000 nodes with their managedFields. This
 * number of keys in one map takes 200 MB.
 */
export const maxValues = 500_000;

/**
 * The most duplicates of one document. Each keeps a path, and a hostile document has room for a
 * million.
 */
export const maxDuplicates = 1000;

/** Converts a reading to a document: every offset becomes a position. */
export function toDocument(
  reading: Result<Reading, ReadingProblem>,
  position: (offset: number) => Position,
): Result<ManifestDocument, DocumentProblem> {
  if (!reading.ok) return failed({ ...position(reading.error.offset), message: reading.error.message });
  const { value, start, offsetOf, duplicates } = reading.value;
  return ok({
    value,
    start: position(start),
    locate: (path) => position(offsetOf(path)),
    duplicates: () => duplicates().map(({ path, offset }) => ({ path, ...position(offset), message: duplicateMessage })),
  });
}

const duplicateMessage = "must not be a duplicate field: the last value applies";

const int64End = 2n ** 63n;

/** The greatest double below 2^63. Doubles are 1024 apart from there on. */
const greatestBelowEnd = 2 ** 63 - 1024;

/**
 * Returns the nearest double, but keeps an integer inside int64 there: the last 512 below 2^63
 * would round up to it.
 */
export function toDouble(integer: bigint): number {
  const double = Number(integer);
  return double === 2 ** 63 && integer < int64End ? greatestBelowEnd : double;
}
