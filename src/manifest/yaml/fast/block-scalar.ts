import { apostrophe, colon, dash, dot, hash, newline, quote, space } from "../../../core/text/character-codes.ts";
import { type Cursor, endOfLine, endsLine, endsWord, skipSpaces, toContent } from "./block-lines.ts";
import { readFlow } from "./flow.ts";
import { plainValue } from "./plain-value.ts";

/**
 * Reads a value that begins on the line of its key or dash. `column` is the column of the key or
 * dash. Then moves the cursor to the next content. Returns undefined for a value that the fast
 * scanner does not support.
 */
export function readInline(cursor: Cursor, column: number): unknown {
  const { text, at } = cursor;
  cursor.offsets.push(at);
  const first = text[at];
  if (first === "|") return readLiteral(cursor, column);
  const end = endOfLine(text, at);
  toContent(cursor, end + 1);
  switch (first) {
    case '"':
      return unquote(text, at, end, quote);
    case "'":
      return unquote(text, at, end, apostrophe);
    case "{":
    case "[":
      return readFlow(cursor, at, end);
    default:
      return endOfPlain(text, at) === end ? plainValue(text.slice(at, end)) : undefined;
  }
}

/**
 * Returns the string between quotes if the second quote is at the end of the line. Returns
 * undefined if the string contains escapes other than `''`.
 */
function unquote(text: string, at: number, end: number, mark: number): string | undefined {
  if (end < at + 2 || text.charCodeAt(end - 1) !== mark) return undefined;
  const inside = text.slice(at + 1, end - 1);
  if (mark === quote) return inside.includes('"') || inside.includes("\\") ? undefined : inside;
  if (!inside.includes("'")) return inside;
  const undoubled = inside.replaceAll("''", "");
  return undoubled.includes("'") ? undefined : inside.replaceAll("''", "'");
}

/** Maximum length of a literal block: 1 MiB. By default, etcd stores objects of at most 1.5 MiB. */
const longestLiteral = 2 ** 20;

/**
 * Reads a literal block (`|` or `|-`). The first line must not be blank, and the last line must end
 * with a line break. Otherwise returns undefined.
 */
function readLiteral(cursor: Cursor, column: number): string | undefined {
  const { text, at } = cursor;
  const strip = text[at + 1] === "-";
  const header = strip ? at + 2 : at + 1;
  const indent = skipSpaces(text, header + 1) - header - 1;
  if (!endsLine(text, header) || indent <= column || endsLine(text, header + 1 + indent)) return undefined;
  let end = header;
  for (let start = header + 1; start < text.length; ) {
    const content = skipSpaces(text, start);
    const blank = endsLine(text, content);
    // Leaves two cases to the full reader: a line of spaces only, and a line whose indentation is
    // between that of the key and that of the block.
    if (blank ? content > start : content - start < indent && content - start > column) return undefined;
    if (!blank && content - start < indent) break;
    start = endOfLine(text, content) + 1;
    if (!blank) end = start - 1;
  }
  if (end === text.length || end - at > longestLiteral) return undefined;
  toContent(cursor, end + 1);
  const lines = text.slice(header + 1 + indent, strip ? end : end + 1);
  return lines.replaceAll(`\n${" ".repeat(indent)}`, "\n");
}

/**
 * For each ASCII code, true if `endOfPlain` reads a scalar that begins with the character. These
 * characters have no special meaning in YAML, except `-` and `.`. The function `isMark` finds a `-`
 * or `.` with a special meaning.
 */
const beginsPlain: readonly boolean[] = Array.from({ length: 0x80 }, (_, code) =>
  /[A-Za-z0-9_./+$(-]/.test(String.fromCharCode(code)),
);

/**
 * Returns the end of a plain scalar: the offset of the colon after a key, or of the end of the
 * line. Returns -1 if the scalar is not plain.
 */
export function endOfPlain(text: string, from: number): number {
  const first = text.charCodeAt(from);
  if (beginsPlain[first] !== true || ((first === dash || first === dot) && isMark(text, from))) return -1;
  let before = first;
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === newline || (code === colon && endsWord(text, at + 1))) return before === space ? -1 : at;
    if (code === hash && before === space) return -1;
    before = code;
  }
  return before === space ? -1 : text.length;
}

/**
 * Reports whether the text at an offset begins with `---` or `...`, or is a dash that begins a list
 * item.
 */
function isMark(text: string, at: number): boolean {
  return (
    text.startsWith("---", at) || text.startsWith("...", at) || (text.charCodeAt(at) === dash && endsWord(text, at + 1))
  );
}
