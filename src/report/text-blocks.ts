import { placeText } from "../text/position.ts";
import type { Place, Problem, ReportContext } from "./report.ts";
import { sanitize } from "./sanitize.ts";

/** The kind of a block: the mode of a finding, a failed case, or a problem. */
export type Label = "deny" | "warn" | "audit" | "fail" | "error";

/** ANSI SGR numbers: red, yellow, cyan. */
const colors: Readonly<Record<Label, number>> = { deny: 31, fail: 31, error: 31, warn: 33, audit: 36 };

const bold = 1;
const faint = 2;

/**
 * A place, its message, and its source. The parts are joined, not added: a string that keeps its
 * parts takes 300 bytes more, and a report can have 100,000 blocks.
 */
export function diagnosticBlock(place: Place, label: Label, message: string, context: ReportContext): string {
  const { excerpt } = place;
  const shownPlace = paint(sanitize(`${placeText(place)}:`), bold, context);
  const shownLabel = paint(label === "error" ? `${label}:` : label, colors[label], context);
  const source = excerpt === undefined ? [] : [excerpt.line, "\n", paint(excerpt.caret, colors[label], context), "\n"];
  return [shownPlace, " ", shownLabel, " ", sanitize(message), "\n", ...source].join("");
}

/** A block for each problem that standard error does not have. */
export function problemBlocks(problems: readonly Problem[], context: ReportContext): readonly string[] {
  const placed = problems.filter(({ unread }) => unread !== true);
  return placed.map((problem) => diagnosticBlock(problem, "error", problem.message, context));
}

/** A line that matters less than the others. */
export function dim(shown: string, context: ReportContext): string {
  return paint(shown, faint, context);
}

function paint(shown: string, sgr: number, { color }: ReportContext): string {
  return color ? `\u001b[${sgr}m${shown}\u001b[0m` : shown;
}

/** Cells in columns, two spaces apart; the last column is not padded. */
export function alignedRows(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** `2 objects checked: 1 denied, 1 skipped`; empty counts are left out. */
export function summaryLine(subject: string, counts: readonly string[]): string {
  return `${subject}: ${counts.filter((count) => count !== "").join(", ")}`;
}

/** `2 audited`, for a count that a summary leaves out at 0. */
export function ifAny(count: number, text: string): string {
  return count === 0 ? "" : `${count} ${text}`;
}
