/** Where a reader of block YAML stands; its text is printable ASCII and "\n". */
export interface Cursor {
  readonly text: string;
  /** Where each value was written, parents first; a null stands at its key. */
  readonly offsets: number[];
  /** The offset of what is to be read next. */
  at: number;
  /** How many columns stand before that; -1 at the text's end. */
  column: number;
  depth: number;
}

const newline = 0x0a;
const space = 0x20;
const hash = 0x23;

/** Goes from the beginning of a line to the next content: blank lines and comments are none. */
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

/** The offset of the first character that is no space. */
export function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === space) at++;
  return at;
}

/** The offset of the line break behind a line, or of the text's end. */
export function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

/** Whether a line break or the text's end stands here. */
export function endsLine(text: string, at: number): boolean {
  return at >= text.length || text.charCodeAt(at) === newline;
}

/** Whether what stands before this offset is a word of its own: a space or the line's end follows it. */
export function endsWord(text: string, at: number): boolean {
  return text.charCodeAt(at) === space || endsLine(text, at);
}
