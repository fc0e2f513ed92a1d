import { type Duplicate, type Fault, maxDepth, maxDuplicates, maxValues, type Reading } from "../reading.ts";
import { toDouble } from "./int64.ts";
import { jsonFinder } from "./json-places.ts";
import { endOfString, skipSpace } from "./json-text.ts";

interface Cursor {
  readonly text: string;
  at: number;
  values: number;
  fault: string | undefined;
  final: boolean;
  readonly path: (string | number)[];
  readonly duplicates: Duplicate[];
}

/** Reads the JSON value that begins at `start` as Go's decoder does, and tells where it ends: more may follow. */
export function readJson(text: string, start: number): (Reading & { readonly end: number }) | Fault {
  const cursor: Cursor = { text, at: start, values: 0, fault: undefined, final: false, path: [], duplicates: [] };
  const value = readValue(cursor);
  const { at, fault, final, duplicates } = cursor;
  if (fault !== undefined) return { at, fault, final };
  return { value, start, find: jsonFinder(text, value, start), duplicates: () => duplicates, end: at };
}

function readValue(cursor: Cursor): unknown {
  if (cursor.path.length > maxDepth) return refuseAll(cursor, `must not nest deeper than ${maxDepth} levels`);
  if (++cursor.values > maxValues) return refuseAll(cursor, `must not hold more than ${maxValues} values: split it`);
  switch (cursor.text[cursor.at]) {
    case "{":
      return readObject(cursor);
    case "[":
      return readArray(cursor);
    case '"':
      return readString(cursor);
    default:
      return readWord(cursor);
  }
}

function readObject(cursor: Cursor): unknown {
  cursor.at++;
  const fields = new Map<string, unknown>();
  if (closes(cursor, "}")) return {};
  do {
    toContent(cursor);
    const keyAt = cursor.at;
    if (cursor.text[keyAt] !== '"') return refuse(cursor, "must have a key in double quotes here");
    const key = readString(cursor);
    if (key === undefined || !expect(cursor, ":")) return undefined;
    cursor.path.push(key);
    if (fields.has(key) && cursor.duplicates.length < maxDuplicates) cursor.duplicates.push({ path: [...cursor.path], at: keyAt });
    fields.set(key, readValue(cursor));
    cursor.path.pop();
  } while (cursor.fault === undefined && follows(cursor, "}"));
  return Object.fromEntries(fields);
}

function readArray(cursor: Cursor): unknown {
  cursor.at++;
  const items: unknown[] = [];
  if (closes(cursor, "]")) return items;
  do {
    toContent(cursor);
    cursor.path.push(items.length);
    items.push(readValue(cursor));
    cursor.path.pop();
  } while (cursor.fault === undefined && follows(cursor, "]"));
  return items;
}

/** Go puts U+FFFD where an escape names half a character. */
function readString(cursor: Cursor): string | undefined {
  const end = endOfString(cursor.text, cursor.at) + 1;
  try {
    const value = JSON.parse(cursor.text.slice(cursor.at, end)) as string;
    cursor.at = end;
    return value.toWellFormed();
  } catch {
    return refuse(cursor, "must have a JSON string here: ended by a quote, without control characters or unknown escapes");
  }
}

const wordForm = /true|false|null|-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?/y;

function readWord(cursor: Cursor): unknown {
  const { at } = cursor;
  const word = match(cursor, wordForm);
  if (word === undefined) return refuse(cursor, at >= cursor.text.length ? "must not end here" : "must have a JSON value here");
  if (word === "null") return null;
  if (word === "true" || word === "false") return word === "true";
  const number = /[.eE]/.test(word) ? Number(word) : readInteger(word);
  if (Number.isFinite(number)) return number;
  cursor.at = at;
  return refuseAll(cursor, "must have a number that fits into 64 bits here");
}

/** Beyond 400 digits no double is left, and a bigint of a million would take seconds. */
function readInteger(word: string): number {
  return word.length < 16 || word.length > 400 ? Number(word) + 0 : toDouble(BigInt(word));
}

function match(cursor: Cursor, form: RegExp): string | undefined {
  form.lastIndex = cursor.at;
  const [found] = form.exec(cursor.text) ?? [];
  if (found !== undefined) cursor.at += found.length;
  return found;
}

function toContent(cursor: Cursor): void {
  cursor.at = skipSpace(cursor.text, cursor.at);
}

function closes(cursor: Cursor, bracket: string): boolean {
  toContent(cursor);
  if (cursor.text[cursor.at] !== bracket) return false;
  cursor.at++;
  return true;
}

/** Whether another entry follows; a fault when neither a comma nor the bracket does. */
function follows(cursor: Cursor, bracket: string): boolean {
  if (closes(cursor, bracket)) return false;
  if (cursor.text[cursor.at] === ",") {
    cursor.at++;
    return true;
  }
  refuse(cursor, `must have "," or "${bracket}" here`);
  return false;
}

function expect(cursor: Cursor, character: string): boolean {
  const found = closes(cursor, character);
  if (!found) refuse(cursor, `must have "${character}" here`);
  toContent(cursor);
  return found;
}

function refuse(cursor: Cursor, fault: string): undefined {
  cursor.fault ??= fault;
}

/** Refuses what is JSON all the same. */
function refuseAll(cursor: Cursor, fault: string): undefined {
  cursor.final = true;
  return refuse(cursor, fault);
}
