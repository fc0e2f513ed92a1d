import { mustNotBeDuplicate } from "../core/api/json-object.ts";
import { errorText, type FieldError } from "../core/field/error.ts";
import { formatPath } from "../core/field/path.ts";
import { failed, type Result } from "../core/field/result.ts";
import { comparePositions, type Position } from "../core/text/position.ts";
import type { DocumentProblem, ManifestDocument } from "../manifest/document.ts";
import type { Problem } from "../report/report.ts";
import { diagnosticBlock } from "../report/text-blocks.ts";
import { isTerminal, printUnread, stderr, wantsColor } from "./output.ts";

/**
 * Returns the content of a configuration file, or its errors and its duplicate fields in the order
 * of the file. `locate` returns the position of an error.
 */
export function withoutProblems<T>(
  document: Pick<ManifestDocument, "duplicates">,
  decoded: Result<T, readonly FieldError[]>,
  locate: (error: FieldError) => Position,
): Result<T, readonly DocumentProblem[]> {
  const duplicates = document
    .duplicates()
    .map(({ path, line, column }) => ({ line, column, message: `${formatPath(path)}: ${mustNotBeDuplicate}` }));
  const errors = decoded.ok ? [] : decoded.error.map((error) => ({ ...locate(error), message: errorText(error) }));
  return decoded.ok && duplicates.length === 0 ? decoded : failed([...duplicates, ...errors].sort(comparePositions));
}

/** Prints a problem on standard error as one line. */
export function printProblem(problem: Problem): void {
  if (problem.unread) printUnread(problem);
  else {
    const { file, line, column, message } = problem;
    const place = isTerminal(stderr) ? problem : { file, line, column };
    process.stderr.write(diagnosticBlock(place, "error", message, { color: wantsColor(stderr) }));
  }
}
