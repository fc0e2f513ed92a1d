import { maxDepth } from "./document.ts";
import { toDouble } from "./int64.ts";
import type { Duplicate, Reading, Tree } from "./tree.ts";
import { endOfString } from "./usual-json.ts";

interface Cursor {
  readonly text: string;
  at: number;
  fault: string | undefined;
  final: boolean;
  readonly path: (string | number)[];
  readonly duplicates: Duplicate[];
}

const nothing: Tree = { at: 0, scalar: null };

/** Reads one JSON value as Go's decoder does, and where it ends: more may follow. */
export function readJsonTree(text: string, from: number): Reading & { readonly end: number } {
  const cursor: Cursor = { text, at: from, fault: undefined, final: false, path: [], duplicates: [] };
  skipSpace(cursor);
  const tree = readValue(cursor, undefined);
  const { at, fault, final, duplicates } = cursor;
  return fault === undefined ? { tree, duplicates, end: at } : { at, fault, final, end: at };
}

function readValue(cursor: Cursor, keyAt: number | undefined): Tree {
  if (cursor.path.length > maxDepth) {
    cursor.final = true;
    return refuse(cursor, `must not nest deeper than ${maxDepth} levels`);
  }
  const { at } = cursor;
  switch (cursor.text[at]) {
    case "{":
      return readObject(cursor);
    case "[":
      return readArray(cursor);
    case '"': {
      const scalar = readString(cursor);
      return scalar === undefined ? nothing : { at, scalar };
    }
    default:
      return readWord(cursor, keyAt);
  }
}

function readObject(cursor: Cursor): Tree {
  const at = cursor.at++;
  const fields = new Map<string, Tree>();
  if (closes(cursor, "}")) return { at, fields };
  do {
    skipSpace(cursor);
    const keyAt = cursor.at;
    if (cursor.text[keyAt] !== '"') return refuse(cursor, "must have a key in double quotes here");
    const key = readString(cursor);
    if (key === undefined || !expect(cursor, ":")) return nothing;
    cursor.path.push(key);
    if (fields.has(key)) cursor.duplicates.push({ path: [...cursor.path], at: keyAt });
    fields.set(key, readValue(cursor, keyAt));
    cursor.path.pop();
  } while (cursor.fault === undefined && follows(cursor, "}"));
  return { at, fields };
}

function readArray(cursor: Cursor): Tree {
  const at = cursor.at++;
  const items: Tree[] = [];
  if (closes(cursor, "]")) return { at, items };
  do {
    skipSpace(cursor);
    cursor.path.push(items.length);
    items.push(readValue(cursor, undefined));
    cursor.path.pop();
  } while (cursor.fault === undefined && follows(cursor, "]"));
  return { at, items };
}

/** Go puts U+FFFD where an escape names half a character. */
function readString(cursor: Cursor): string | undefined {
  const end = endOfString(cursor.text, cursor.at) + 1;
  try {
    const value = JSON.parse(cursor.text.slice(cursor.at, end)) as string;
    cursor.at = end;
    return value.toWellFormed();
  } catch {
    refuse(cursor, "must have a JSON string here: ended by a quote, without control characters or unknown escapes");
    return undefined;
  }
}

const wordForm = /true|false|null|-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?/y;

function readWord(cursor: Cursor, keyAt: number | undefined): Tree {
  const { at } = cursor;
  const word = match(cursor, wordForm);
  if (word === undefined) return refuse(cursor, at >= cursor.text.length ? "must not end here" : "must have a JSON value here");
  if (word === "null") return { at: keyAt ?? at, scalar: null };
  if (word === "true" || word === "false") return { at, scalar: word === "true" };
  const scalar = /[.eE]/.test(word) ? Number(word) : readInteger(word);
  if (Number.isFinite(scalar)) return { at, scalar };
  cursor.at = at;
  cursor.final = true;
  return refuse(cursor, "must have a number that fits into 64 bits here");
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

function skipSpace(cursor: Cursor): void {
  match(cursor, /[ \t\r\n]*/y);
}

function closes(cursor: Cursor, bracket: string): boolean {
  skipSpace(cursor);
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
  skipSpace(cursor);
  return found;
}

function refuse(cursor: Cursor, fault: string): Tree {
  cursor.fault ??= fault;
  return nothing;
}
