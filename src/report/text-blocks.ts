import { placeText } from "../core/text/position.ts";
import type { ReportContext, ShownPlace } from "./report.ts";
import { sanitize } from "./sanitize.ts";

/** The label of a block: the mode of a finding, a failed case, or a problem. */
export type Label = "deny" | "warn" | "audit" | "fail" | "error";

type Coloring = Pick<ReportContext, "color">;

/** The ANSI SGR numbers of the label colors: 31 is red, 33 is yellow, and 36 is cyan. */
const colors: Readonly<Record<Label, number>> = { deny: 31, fail: 31, error: 31, warn: 33, audit: 36 };

const boldWeight = 1;
const faintWeight = 2;

export interface BlockPlace extends ShownPlace {
  /** The start of the first line. The default is the position. */
  readonly head?: string;
}

/**
 * Formats a position, its message, and its source line as a block. Joins the parts, because a
 * string that grows by `+` needs 300 bytes more. A report can have 100,000 blocks.
 */
export function diagnosticBlock(place: BlockPlace, label: Label, message: string, context: Coloring): string {
  const { excerpt, head = placeText(place) } = place;
  const shownPlace = paint(sanitize(`${head}:`), boldWeight, context);
  const shownLabel = paint(label === "error" ? `${label}:` : label, colors[label], context);
  const source = excerpt === undefined ? [] : [excerpt.line, "\n", paint(excerpt.caret, colors[label], context), "\n"];
  return [shownPlace, " ", shownLabel, " ", sanitize(message), "\n", ...source].join("");
}

export function bold(shown: string, context: Coloring): string {
  return paint(shown, boldWeight, context);
}

export function dim(shown: string, context: Coloring): string {
  return paint(shown, faintWeight, context);
}

export function inColor(shown: string, label: Label, context: Coloring): string {
  return paint(shown, colors[label], context);
}

function paint(shown: string, sgr: number, { color }: Coloring): string {
  return color ? `\u001b[${sgr}m${shown}\u001b[0m` : shown;
}

/** Aligns cells in columns with two spaces between columns. Does not pad the last column. */
export function alignedRows(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), 0),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/**
 * Returns a line such as `2 objects checked: 1 denied, 1 skipped`. Leaves out counts that are "".
 */
export function summaryLine(subject: string, counts: readonly string[]): string {
  return `${subject}: ${counts.filter((count) => count !== "").join(", ")}`;
}

/** Returns the count and the text, such as `2 audited`, or "" for a count of 0. */
export function ifAny(count: number, text: string): string {
  return count === 0 ? "" : `${count} ${text}`;
}

/**
 * Breaks text into lines of at most `columns` characters. The lines after the first one begin with
 * `indent`. If a word does not fit on a line, breaks the word or, if `longWord` is `keep`, keeps
 * the word on one longer line. If `indent` leaves no space, returns the text as one line.
 */
export function wrapped(
  text: string,
  columns: number,
  indent: string,
  longWord: "break" | "keep" = "break",
): readonly string[] {
  if (columns <= indent.length) return [text];
  const lines: string[] = [];
  let prefix = "";
  let at = 0;
  while (prefix.length + text.length - at > columns) {
    const room = columns - prefix.length;
    const space = text.slice(at, at + room + 1).lastIndexOf(" ");
    const isFilled = text.slice(at, at + Math.max(space, 0)).trim() !== "";
    const wordEnd = longWord === "break" ? at + room : text.indexOf(" ", at + room);
    const end = isFilled ? at + space : wordEnd;
    if (end === -1) break;
    lines.push(`${prefix}${text.slice(at, end)}`);
    prefix = indent;
    at = end;
    while (text.charAt(at) === " ") at++;
  }
  return [...lines, `${prefix}${text.slice(at)}`];
}
