import { mustNotBeDuplicate } from "../core/api/json-object.ts";
import type { FieldPath } from "../core/field/path.ts";
import { failed, ok, type Result } from "../core/field/result.ts";
import type { Position } from "../core/text/position.ts";

/**
 * One document of a manifest, as kubectl would send it. The first line of the manifest is line 1
 * for all positions, even in later documents.
 */
export interface ManifestDocument {
  /**
   * The JSON value, with its fields in the order of the file. A number is the nearest double. An
   * integer in the range of int64 stays below 2^63, so that a schema's check for int64 gives the
   * correct result.
   */
  readonly value: unknown;
  readonly start: Position;
  /**
   * Returns the position of the value at a path. For a null, returns the position of the key. If
   * the field does not exist, returns the position of the nearest ancestor that exists.
   */
  readonly locate: (path: FieldPath) => Position;
  /** Returns the duplicate fields in the value at a path, with paths relative to this value. */
  readonly duplicates: (path?: FieldPath) => readonly DuplicateField[];
}

/**
 * The second or a later occurrence of a key in one map. kubectl accepts duplicate keys and uses the
 * value of the last occurrence.
 */
export interface DuplicateField extends DocumentProblem {
  readonly path: FieldPath;
}

export interface DocumentProblem extends Position {
  /** The reason, on one line. */
  readonly message: string;
}

/**
 * The result of reading one document. An offset is a UTF-16 index into the text of this document.
 */
export interface Reading {
  readonly value: unknown;
  readonly start: number;
  /**
   * Returns the offset of the value at a path, by the same definition as `ManifestDocument.locate`.
   */
  readonly offsetOf: (path: FieldPath) => number;
  readonly duplicates: () => readonly DuplicateKey[];
}

export interface DuplicateKey {
  readonly path: FieldPath;
  readonly offset: number;
}

export interface ReadingProblem {
  readonly offset: number;
  readonly message: string;
  /**
   * True if the syntax is correct, but the reader rejects the content. Every other reader would
   * also reject the document.
   */
  readonly final?: boolean;
}

/**
 * Maximum number of values in one document. The Leases of 5,000 nodes with their managedFields have
 * half as many values. A map with 500,000 keys takes 200 MB.
 */
export const maxValues = 500_000;

export const mustNotHaveMoreValues: string = `must not have more than ${maxValues} values: split the document`;

/**
 * Maximum number of values that all aliases of a document produce together. Each value takes up to
 * 500 bytes, in addition to the tree of the YAML library. All of them must fit into the heap of 128
 * MB with which `lease-guard serve` reads a policy in the container of `manifests/base`.
 */
export const maxAliasValues = 50_000;

/**
 * Maximum number of duplicate keys that a reader stores for one document. Each duplicate takes
 * memory for its path, and a hostile document can contain a million duplicates.
 */
export const maxDuplicates = 1000;

/** Returns the duplicate fields in the value at a path, with paths relative to this value. */
function duplicatesIn(duplicates: readonly DuplicateField[], path: FieldPath): readonly DuplicateField[] {
  const inside = duplicates.filter((duplicate) => path.every((step, index) => duplicate.path[index] === step));
  return inside.map((duplicate) => ({ ...duplicate, path: duplicate.path.slice(path.length) }));
}

/** Converts the result of a reader to a document. Every offset becomes a position. */
export function toDocument(
  reading: Result<Reading, ReadingProblem>,
  position: (offset: number) => Position,
): Result<ManifestDocument, DocumentProblem> {
  if (!reading.ok) return failed({ ...position(reading.error.offset), message: reading.error.message });
  const { value, start, offsetOf, duplicates: read } = reading.value;
  const duplicates = once(() =>
    read().map(({ path, offset }) => ({ path, ...position(offset), message: duplicateMessage })),
  );
  return ok({
    value,
    start: position(start),
    locate: (path) => position(offsetOf(path)),
    duplicates: (path = []) => (path.length === 0 ? duplicates() : duplicatesIn(duplicates(), path)),
  });
}

/** Returns a function that calls `make` at its first call, and then returns the same value. */
function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const duplicateMessage = `${mustNotBeDuplicate}: the last value applies`;

const int64End = 2n ** 63n;

/** The greatest double below 2^63, which is 1024 less than 2^63. */
const greatestBelowEnd = 2 ** 63 - 1024;

/**
 * Returns the double that is nearest to an integer. For the 512 largest int64 values, returns the
 * greatest double below 2^63, because 2^63 itself is not an int64.
 */
export function toDouble(integer: bigint): number {
  const double = Number(integer);
  return double === 2 ** 63 && integer < int64End ? greatestBelowEnd : double;
}
