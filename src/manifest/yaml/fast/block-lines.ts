import { hash, newline, space } from "../../../text/character-codes.ts";

/** The state of the scanner. Its text contains only printable ASCII and "\n". */
export interface Cursor {
  readonly text: string;
  /** The offset of each value, parents first. A null has the offset of its key. */
  readonly offsets: number[];
  /** The offset of the next content. */
  at: number;
  /** The number of columns before `at`, or -1 at the text's end. */
  column: number;
  depth: number;
}

/** Moves from the start of a line to the next content, past blank lines and comments. */
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

/** Returns the offset of the first character that is not a space. */
export function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === space) at++;
  return at;
}

/** Returns the offset of the next line break, or of the text's end. */
export function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

/** True if a line break or the text's end is at this offset. */
export function endsLine(text: string, at: number): boolean {
  return at >= text.length || text.charCodeAt(at) === newline;
}

/** True if a space or the line's end is at this offset. */
export function endsWord(text: string, at: number): boolean {
  return text.charCodeAt(at) === space || endsLine(text, at);
}
