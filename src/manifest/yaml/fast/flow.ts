import { maxValues } from "../../document.ts";
import { type Cursor, deepest, skipSpaces } from "./block-lines.ts";
import { plainValue } from "./plain-value.ts";

/** Matches a plain scalar without characters that have a special meaning somewhere in a flow. */
const plainScalar = /[A-Za-z0-9_./+$(-][^\n,[\]{}:#"'&*!|>%@`?\\]*/y;

const quoted = /"([^"\\\n]*)"|'([^'\n]*)'/y;

/** The maximum length of a key is that of a key in a block. */
const key = /[A-Za-z][\w./-]{0,999}(?=: )/y;

/** A value, and the offset after it. */
interface Part {
  readonly value: unknown;
  readonly end: number;
}

/**
 * Reads a list or a map in brackets, such as `["get", "list"]`, whose scalars are plain or in
 * quotes. Returns undefined for any other text, for an empty list or map with a space, and if the
 * value does not end at `end`.
 */
export function readFlow(cursor: Cursor, at: number, end: number): unknown {
  const part = readCollection(cursor, at);
  return part?.end === end ? part.value : undefined;
}

function readCollection(cursor: Cursor, at: number): Part | undefined {
  const isList = cursor.text[at] === "[";
  const close = isList ? "]" : "}";
  if (cursor.text[at + 1] === close) return { value: isList ? [] : {}, end: at + 2 };
  if (cursor.depth === deepest) return undefined;
  cursor.depth++;
  const part = isList ? readItems(cursor, at + 1) : readFields(cursor, at + 1);
  cursor.depth--;
  return part !== undefined && cursor.text[part.end] === close ? { ...part, end: part.end + 1 } : undefined;
}

function readItems(cursor: Cursor, from: number): Part | undefined {
  const value: unknown[] = [];
  for (let at = from; ; at++) {
    const item = readValue(cursor, skipSpaces(cursor.text, at));
    if (item === undefined) return undefined;
    value.push(item.value);
    at = skipSpaces(cursor.text, item.end);
    if (cursor.text[at] !== ",") return { value, end: at };
  }
}

function readFields(cursor: Cursor, from: number): Part | undefined {
  const { text } = cursor;
  const value: Record<string, unknown> = {};
  for (let at = from; ; at++) {
    const start = skipSpaces(text, at);
    const name = plainValue(matchAt(key, text, start));
    if (typeof name !== "string" || name === "" || value[name] !== undefined) return undefined;
    const field = readValue(cursor, skipSpaces(text, key.lastIndex + 1));
    if (field === undefined) return undefined;
    value[name] = field.value;
    at = skipSpaces(text, field.end);
    if (text[at] !== ",") return { value, end: at };
  }
}

function readValue(cursor: Cursor, at: number): Part | undefined {
  const { text, offsets } = cursor;
  if (offsets.length > maxValues) return undefined;
  offsets.push(at);
  const first = text[at];
  if (first === "[" || first === "{") return readCollection(cursor, at);
  if (first === '"' || first === "'") {
    const all = matchAt(quoted, text, at);
    return all === "" ? undefined : { value: all.slice(1, -1), end: at + all.length };
  }
  const written = matchAt(plainScalar, text, at).trimEnd();
  const value = written === "" || /^(?:-(?![\w-])|\.\.\.)/.test(written) ? undefined : plainValue(written);
  return value === undefined || value === null ? undefined : { value, end: at + written.length };
}

/** Returns the text that a sticky expression matches at an offset, or "". */
function matchAt(expression: RegExp, text: string, at: number): string {
  expression.lastIndex = at;
  return expression.exec(text)?.[0] ?? "";
}
