import type { FieldPath } from "../../../core/field/path.ts";
import { ok, type Result } from "../../../core/field/result.ts";
import { colon, dash } from "../../../core/text/character-codes.ts";
import { maxValues, type Reading, type ReadingProblem } from "../../document.ts";
import { type Children, pathIndex } from "../../path-index.ts";
import { type Cursor, deepest, endsLine, endsWord, skipSpaces, toContent } from "./block-lines.ts";
import { endOfPlain, readInline } from "./block-scalar.ts";
import { plainValue } from "./plain-value.ts";

/** Maximum length of a key in characters. YAML allows 1024 characters. */
const longestKey = 1000;

/**
 * Reads one document in the plain block YAML of Leases and of most manifests. Returns undefined for
 * any other text, whether valid or not, and the caller then uses the full reader. With this fast
 * scanner, `check` reads 1,000 documents in 0.18 s instead of 0.47 s.
 */
export function readPlainYaml(text: string): Result<Reading, ReadingProblem> | undefined {
  if (/[^\n\x20-\x7e]/.test(text)) return undefined;
  const cursor: Cursor = { text, offsets: [], at: 0, column: 0, depth: 0 };
  toContent(cursor, 0);
  const value = cursor.column === -1 ? null : readBlock(cursor);
  if (value === undefined || cursor.column !== -1) return undefined;
  return ok({
    value,
    start: cursor.offsets[0] ?? 0,
    offsetOf: plainOffsets(value, cursor.offsets),
    duplicates: () => [],
  });
}

function readBlock(cursor: Cursor): unknown {
  if (cursor.depth === deepest) return undefined;
  cursor.depth++;
  cursor.offsets.push(cursor.at);
  const value = isDash(cursor) ? readList(cursor) : readMap(cursor);
  cursor.depth--;
  return value;
}

function isDash({ text, at }: Cursor): boolean {
  return text.charCodeAt(at) === dash && endsWord(text, at + 1);
}

function readMap(cursor: Cursor): unknown {
  const { text, column } = cursor;
  const fields: Record<string, unknown> = {};
  do {
    const keyAt = cursor.at;
    const end = endOfPlain(text, keyAt);
    if (text.charCodeAt(end) !== colon || end - keyAt > longestKey) return undefined;
    const key = plainValue(text.slice(keyAt, end));
    // A key that every object inherits, such as `__proto__`, also counts as a duplicate.
    if (typeof key !== "string" || fields[key] !== undefined) return undefined;
    cursor.at = end + 1;
    const value = readField(cursor, column, keyAt);
    if (value === undefined || cursor.offsets.length > maxValues) return undefined;
    fields[key] = value;
  } while (cursor.column === column);
  return cursor.column > column ? undefined : fields;
}

/** Reads the value of a key. A list can begin in the same column as its key. */
function readField(cursor: Cursor, column: number, keyAt: number): unknown {
  const { text, at } = cursor;
  if (!endsLine(text, at)) {
    cursor.at = skipSpaces(text, at);
    const value = readInline(cursor, column);
    if (value === null) cursor.offsets[cursor.offsets.length - 1] = keyAt;
    return value;
  }
  toContent(cursor, at + 1);
  if (cursor.column > column || (cursor.column === column && isDash(cursor))) return readBlock(cursor);
  cursor.offsets.push(keyAt);
  return null;
}

function readList(cursor: Cursor): unknown {
  const { column } = cursor;
  const items: unknown[] = [];
  do {
    const item = readItem(cursor, column);
    if (item === undefined || cursor.offsets.length > maxValues) return undefined;
    items.push(item);
  } while (cursor.column === column && isDash(cursor));
  return cursor.column > column ? undefined : items;
}

function readItem(cursor: Cursor, column: number): unknown {
  const { text, at } = cursor;
  if (endsLine(text, at + 1)) {
    toContent(cursor, at + 2);
    return cursor.column > column ? readBlock(cursor) : undefined;
  }
  cursor.at = skipSpaces(text, at + 1);
  cursor.column = column + cursor.at - at;
  const nested = isDash(cursor) || text.charCodeAt(endOfPlain(text, cursor.at)) === colon;
  return nested ? readBlock(cursor) : readInline(cursor, column);
}

/**
 * Returns the `offsetOf` function of a value. `offsets` contains the offset of a parent first, then
 * the offsets of its children in order.
 */
function plainOffsets(value: unknown, offsets: readonly number[]): (path: FieldPath) => number {
  const find = pathIndex(value, 0, childrenOf);
  return (path) => offsets[find(path)] ?? 0;
}

/** Returns the index of each child's offset in `offsets`. Counts the values before each child. */
function childrenOf(value: object, index: number): Children<number> {
  let next = index + 1;
  const indexOf = (child: unknown): number => {
    const here = next;
    next += count(child);
    return here;
  };
  if (Array.isArray(value)) return value.map(indexOf);
  const fields = new Map<string, number>();
  for (const key in value) fields.set(key, indexOf(value[key as keyof typeof value]));
  return fields;
}

function count(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  let sum = 1;
  for (const key in value) sum += count(value[key as keyof typeof value]);
  return sum;
}
