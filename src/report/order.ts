import type { CheckResult } from "./result.ts";

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  readonly rule?: string;
}

/** The result by file, line, column and rule; what these do not tell apart stays as it was. */
export function inOrder(result: CheckResult): CheckResult {
  const ranks = fileRanks(result);
  const before = (a: Place, b: Place): number =>
    (ranks.get(a.file) ?? 0) - (ranks.get(b.file) ?? 0) ||
    a.line - b.line ||
    (a.column ?? 0) - (b.column ?? 0) ||
    compareText(a.rule ?? "", b.rule ?? "");
  return {
    ...result,
    findings: result.findings.toSorted(before),
    problems: result.problems.toSorted(before),
    objects: result.objects.toSorted(before),
  };
}

/** Each file's place among the files. */
function fileRanks({ objects, findings, problems }: CheckResult): ReadonlyMap<string, number> {
  const files = new Set([...objects, ...findings, ...problems].map(({ file }) => file));
  return new Map([...files].map((file, rank) => [file, rank]));
}

/** By UTF-16 units: no locale decides. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
