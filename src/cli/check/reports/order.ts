import { compareTexts } from "../../../text/compare-texts.ts";
import type { CheckResult } from "./result.ts";

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly rule?: string;
}

/** Compares by file, line, column, and rule; it ranks the files only at the first comparison. */
export function order(result: CheckResult): (a: Place, b: Place) => number {
  const ranks = lazily(() => fileRanks(result));
  const rank = (file: string): number => ranks().get(file) ?? 0;
  return (a, b) =>
    (a.file === b.file ? 0 : rank(a.file) - rank(b.file)) ||
    a.line - b.line ||
    a.column - b.column ||
    compareTexts(a.rule ?? "", b.rule ?? "");
}

/** Each file's index among the files. */
function fileRanks({ objects, findings, ignored, problems }: CheckResult): ReadonlyMap<string, number> {
  const files = new Set([...objects, ...findings, ...ignored, ...problems].map(({ file }) => file));
  return new Map([...files].map((file, rank) => [file, rank]));
}

/** Creates a value once, at the first call. */
function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
