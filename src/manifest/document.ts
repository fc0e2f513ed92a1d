import type { FieldPath } from "../field/path.ts";
import { failed, ok, type Result } from "../field/result.ts";
import type { Position } from "../text/position.ts";

/**
 * One document of a manifest, as kubectl would send it. Positions count from the start of the
 * manifest.
 */
export interface ManifestDocument {
  /**
   * The JSON value, with its fields in the order of the text. A number is the nearest double. But
   * an integer inside int64 stays below 2^63, so that the range in a schema gives the correct
   * result.
   */
  readonly value: unknown;
  readonly start: Position;
  /**
   * Finds a value, or the key of a null. For a field that does not exist, finds its nearest
   * ancestor.
   */
  readonly locate: (path: FieldPath) => Position;
  readonly duplicates: () => readonly DuplicateField[];
}

/**
 * The second or later occurrence of a key in one map. kubectl accepts the duplicate and uses the
 * value of the last occurrence.
 */
export interface DuplicateField extends DocumentProblem {
  readonly path: FieldPath;
}

/**
 * The reason why a document cannot be read, and the position. One reason is text that kubectl
 * rejects.
 */
export interface DocumentProblem extends Position {
  /** The reason, on one line. */
  readonly message: string;
}

/** The result of reading one document. An offset is a UTF-16 index into the document's own text. */
export interface Reading {
  readonly value: unknown;
  readonly start: number;
  /** Like `locate` of a `ManifestDocument`, but returns an offset. */
  readonly offsetOf: (path: FieldPath) => number;
  readonly duplicates: () => readonly DuplicateKey[];
}

/** A duplicate field and the offset of its key. */
export interface DuplicateKey {
  readonly path: FieldPath;
  readonly offset: number;
}

/** The reason why a reader stopped, and the offset where it stopped. */
export interface ReadingProblem {
  readonly offset: number;
  readonly message: string;
  /** True if the syntax is correct. Another reader then cannot read the document either. */
  readonly final?: boolean;
}

/**
 * Maximum number of values in one document: twice the values in the Leases of 5,000 nodes with
 * their managedFields. A map with this number of keys takes 200 MB.
 */
export const maxValues = 500_000;

/**
 * Maximum number of values that aliases produce, together. Each takes up to 500 bytes, in addition
 * to the tree of the library, and a server reads a policy with a heap of 128 MB.
 */
export const maxAliasValues = 50_000;

/**
 * Maximum number of duplicates in one document. Each duplicate keeps a path, and a hostile document
 * can contain a million duplicates.
 */
export const maxDuplicates = 1000;

/** Converts a reading to a document. Every offset becomes a position. */
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

/** The greatest double below 2^63. In this range, the distance between two doubles is 1024. */
const greatestBelowEnd = 2 ** 63 - 1024;

/**
 * Returns the nearest double. An integer inside int64 stays below 2^63: without this exception, the
 * 512 largest ones would become 2^63.
 */
export function toDouble(integer: bigint): number {
  const double = Number(integer);
  return double === 2 ** 63 && integer < int64End ? greatestBelowEnd : double;
}
