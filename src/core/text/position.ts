import type { FieldError } from "../field/error.ts";
import type { FieldPath } from "../field/path.ts";

/** A line and a column, counted from 1 as in editors. Columns count UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export const textStart: Position = { line: 1, column: 1 };

/** A position in a file. `file` is the path of the file, or `-` for standard input. */
export interface Place extends Position {
  readonly file: string;
}

export function comparePositions(a: Position, b: Position): number {
  return a.line - b.line || a.column - b.column;
}

/** Returns `FILE:LINE:COLUMN`, which editors and terminals turn into a link. */
export function placeText({ file, line, column }: Place): string {
  return `${file}:${line}:${column}`;
}

/** The distance between two successive marks that `positions` stores, in UTF-16 code units. */
const step = 4096;

/**
 * The number of lines that end before an offset, and the start of the line that contains the
 * offset.
 */
interface Mark {
  readonly ended: number;
  readonly lineStart: number;
}

/**
 * Returns a function that converts an offset in a string into a position. `start` is the position
 * of the first character. Only "\n" ends a line.
 */
export function positions(text: string, start: Position): (offset: number) => Position {
  let last: Mark = { ended: 0, lineStart: 0 };
  const marks = [last];
  return (offset) => {
    const index = Math.floor(offset / step);
    while (marks.length <= index) {
      last = markAfter(last, text, (marks.length - 1) * step, marks.length * step);
      marks.push(last);
    }
    const { ended, lineStart } = markAfter(marks[index] ?? last, text, index * step, offset);
    const column = offset - lineStart;
    return ended === 0
      ? { line: start.line, column: start.column + column }
      : { line: start.line + ended, column: 1 + column };
  };
}

function markAfter({ ended, lineStart }: Mark, text: string, from: number, to: number): Mark {
  const between = text.slice(from, to);
  let lines = ended;
  let begin = lineStart;
  for (let at = between.indexOf("\n"); at !== -1; at = between.indexOf("\n", at + 1)) {
    lines++;
    begin = from + at + 1;
  }
  return { ended: lines, lineStart: begin };
}

/**
 * Returns the position of an error in a document. A missing or forbidden field has no wrong value,
 * so the function returns the position of the key. For a missing field, it returns the position of
 * the key of the nearest ancestor.
 */
export function locateError<P extends Position>(
  { type, field }: Pick<FieldError, "type" | "field">,
  { locate, locateKey }: Readonly<Record<"locate" | "locateKey", (path: FieldPath) => P>>,
): P {
  return type === "FieldValueRequired" || type === "FieldValueForbidden" ? locateKey(field) : locate(field);
}
