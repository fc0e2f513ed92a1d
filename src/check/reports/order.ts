import { compareTexts } from "../../core/text/compare-texts.ts";
import { comparePositions, type Place } from "../../core/text/position.ts";
import type { CheckResult } from "./result.ts";

/** The fields of a finding, a problem, or an object by which reports sort. */
type Ordered = Place & { readonly origin?: string };

/**
 * Returns a function for `sort` that compares by rank of the file, line, column, and origin. The
 * function ranks the files only when it first compares two files, because a report about one file
 * does not need the ranks.
 */
export function order(result: CheckResult): (a: Ordered, b: Ordered) => number {
  const ranks = lazily(() => fileRanks(result));
  const rank = (file: string): number => ranks().get(file) ?? 0;
  return (a, b) =>
    (a.file === b.file ? 0 : rank(a.file) - rank(b.file)) ||
    comparePositions(a, b) ||
    compareTexts(a.origin ?? "", b.origin ?? "");
}

function fileRanks(result: CheckResult): ReadonlyMap<string, number> {
  const { objects, findings, ignored, skippedObjects, notUnderstood, problems } = result;
  const places = [...objects, ...findings, ...ignored, ...skippedObjects, ...notUnderstood, ...problems];
  const files = new Set(places.map(({ file }) => file));
  return new Map([...files].map((file, rank) => [file, rank]));
}

/** Returns a function that creates a value at its first call. Later calls return the same value. */
function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
