import { hash, newline, space } from "../../../core/text/character-codes.ts";

/** Maximum nesting depth. Leases nest less deeply, and the stack is large enough for this depth. */
export const deepest = 100;

/** The state of the scanner. `text` contains only printable ASCII and "\n". */
export interface Cursor {
  readonly text: string;
  /** The offset of each value. A parent precedes its children. A null has the offset of its key. */
  readonly offsets: number[];
  at: number;
  /** The number of columns before `at`, or -1 at the end of the text. */
  column: number;
  depth: number;
}

/**
 * Moves the cursor from the start of a line to the next content. Skips blank lines and comments.
 */
export function toContent(cursor: Cursor, lineStart: number): void {
  const { text } = cursor;
  for (let start = lineStart; start < text.length; ) {
    const at = skipSpaces(text, start);
    const first = text.charCodeAt(at);
    if (at < text.length && first !== newline && first !== hash) {
      cursor.at = at;
      cursor.column = at - start;
      return;
    }
    start = endOfLine(text, at) + 1;
  }
  cursor.at = text.length;
  cursor.column = -1;
}

/** Returns the offset of the first character at or after `from` that is not a space. */
export function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === space) at++;
  return at;
}

/** Returns the offset of the next line break, or the length of the text. */
export function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

/** Reports whether a line break or the end of the text is at an offset. */
export function endsLine(text: string, at: number): boolean {
  return at >= text.length || text.charCodeAt(at) === newline;
}

/** Reports whether a space or the end of the line is at an offset. */
export function endsWord(text: string, at: number): boolean {
  return text.charCodeAt(at) === space || endsLine(text, at);
}
