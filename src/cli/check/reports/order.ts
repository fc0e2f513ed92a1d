import { compareTexts } from "../../../text/compare-texts.ts";
import { comparePositions, type Place } from "../../../text/position.ts";
import type { CheckResult } from "./result.ts";

/** A finding, a problem, or an object. Only a finding has a rule. */
type Ordered = Place & { readonly rule?: string };

/**
 * Returns a function that compares by file, line, column, and rule. The function ranks the files at
 * its first call.
 */
export function order(result: CheckResult): (a: Ordered, b: Ordered) => number {
  const ranks = lazily(() => fileRanks(result));
  const rank = (file: string): number => ranks().get(file) ?? 0;
  return (a, b) =>
    (a.file === b.file ? 0 : rank(a.file) - rank(b.file)) || comparePositions(a, b) || compareTexts(a.rule ?? "", b.rule ?? "");
}

/** Returns each file's index among the files. */
function fileRanks({ objects, findings, ignored, problems }: CheckResult): ReadonlyMap<string, number> {
  const files = new Set([...objects, ...findings, ...ignored, ...problems].map(({ file }) => file));
  return new Map([...files].map((file, rank) => [file, rank]));
}

/** Returns a function that creates a value at its first call and keeps the value. */
function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
