import type { CheckResult } from "./result.ts";

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly rule?: string;
}

/** Compares by file, line, column and rule; sorting with it costs nothing where there is nothing to sort. */
export function order(result: CheckResult): (a: Place, b: Place) => number {
  const ranks = lazily(() => fileRanks(result));
  const rank = (file: string): number => ranks().get(file) ?? 0;
  return (a, b) =>
    (a.file === b.file ? 0 : rank(a.file) - rank(b.file)) ||
    a.line - b.line ||
    a.column - b.column ||
    compareText(a.rule ?? "", b.rule ?? "");
}

/** Each file's place among the files. */
function fileRanks({ objects, findings, ignored, problems }: CheckResult): ReadonlyMap<string, number> {
  const files = new Set([...objects, ...findings, ...ignored, ...problems].map(({ file }) => file));
  return new Map([...files].map((file, rank) => [file, rank]));
}

/** By UTF-16 units: no locale decides. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Makes a value when it is first asked for, and once. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
