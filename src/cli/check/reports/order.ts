import { compareTexts } from "../../../text/compare-texts.ts";
import type { CheckResult } from "./result.ts";

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly rule?: string;
}

/**
 * Returns a function that compares by file, line, column, and rule. The function ranks the files at
 * its first call.
 */
export function order(result: CheckResult): (a: Place, b: Place) => number {
  const ranks = lazily(() => fileRanks(result));
  const rank = (file: string): number => ranks().get(file) ?? 0;
  return (a, b) =>
    (a.file === b.file ? 0 : rank(a.file) - rank(b.file)) ||
    a.line - b.line ||
    a.column - b.column ||
    compareTexts(a.rule ?? "", b.rule ?? "");
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
