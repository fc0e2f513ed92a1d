import { maxValues, type Reading } from "../../reading.ts";
import { type Cursor, endsLine, endsWord, skipSpaces, toContent } from "./block-lines.ts";
import { blockFinder } from "./block-places.ts";
import { endOfPlain, plainValue, readInline } from "./block-scalar.ts";

const dash = 0x2d;
const colon = 0x3a;

/** Far deeper than a Lease, and nothing to the stack. */
const deepest = 100;

/** An implicit key may be 1024 characters long. */
const longestKey = 1000;

/**
 * Reads a document in the plain block YAML that Leases are written in. Undefined for anything else, right or wrong: the
 * full reader then says what it is. Null for a document without content.
 */
export function readPlainYaml(text: string): Reading | undefined {
  if (/[^\n\x20-\x7e]/.test(text)) return undefined;
  const cursor: Cursor = { text, offsets: [], at: 0, column: 0, depth: 0 };
  toContent(cursor, 0);
  const value = cursor.column === -1 ? null : readBlock(cursor);
  if (value === undefined || cursor.column !== -1) return undefined;
  return { value, start: cursor.offsets[0] ?? 0, find: blockFinder(value, cursor.offsets), duplicates: () => [] };
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
    // Also what every object inherits, such as __proto__, is there already.
    if (typeof key !== "string" || fields[key] !== undefined) return undefined;
    cursor.at = end + 1;
    const value = readField(cursor, column, keyAt);
    if (value === undefined || cursor.offsets.length > maxValues) return undefined;
    fields[key] = value;
  } while (cursor.column === column);
  return cursor.column > column ? undefined : fields;
}

/** A list may stand as far left as the key it belongs to. */
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
