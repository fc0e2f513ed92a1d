import { maxDepth, mustNotNestDeeper } from "../../core/api/json-object.ts";
import type { FieldPath } from "../../core/field/path.ts";
import { failed, ok, type Result } from "../../core/field/result.ts";
import { endOfString, entriesAt, skipSpace } from "../../core/text/json-scan.ts";
import {
  type DuplicateKey,
  maxDuplicates,
  maxValues,
  mustNotHaveMoreValues,
  type Reading,
  type ReadingProblem,
  toDouble,
} from "../document.ts";
import { pathIndex } from "../path-index.ts";

interface Cursor {
  readonly text: string;
  at: number;
  values: number;
  problem: string | undefined;
  final: boolean;
  readonly path: (string | number)[];
  /** The offsets of the open brackets, outermost first. */
  readonly open: number[];
  readonly duplicates: DuplicateKey[];
}

/**
 * Reads the JSON value that begins at `start`, as Go's decoder does. `end` is the offset after the
 * value. More text can follow the value.
 */
export function readJson(text: string, start: number): Result<Reading & { readonly end: number }, ReadingProblem> {
  const cursor: Cursor = {
    text,
    at: start,
    values: 0,
    problem: undefined,
    final: false,
    path: [],
    open: [],
    duplicates: [],
  };
  const value = readValue(cursor);
  const { at, problem, final, duplicates } = cursor;
  if (problem !== undefined) return failed({ offset: at, message: problem, final });
  return ok({ value, start, offsetOf: jsonOffsets(text, value, start), duplicates: () => duplicates, end: at });
}

/** Returns the `offsetOf` function of a JSON document. A reader must have accepted the document. */
export function jsonOffsets(text: string, value: unknown, start: number): (path: FieldPath) => number {
  return pathIndex(value, start, (_, at) => {
    if (text[at] === "[") return Array.from(entriesAt(text, at), ({ keyAt }) => keyAt);
    const fields = new Map<string, number>();
    for (const { keyAt, value } of entriesAt(text, at)) {
      const key = JSON.parse(text.slice(keyAt, endOfString(text, keyAt) + 1)) as string;
      fields.set(key.toWellFormed(), text[value.start] === "n" ? keyAt : value.start);
    }
    return fields;
  });
}

function readValue(cursor: Cursor): unknown {
  if (cursor.path.length > maxDepth) return rejectAll(cursor, mustNotNestDeeper(maxDepth));
  if (++cursor.values > maxValues) return rejectAll(cursor, mustNotHaveMoreValues);
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
  cursor.open.push(cursor.at++);
  const fields = new Map<string, unknown>();
  if (closes(cursor, "}")) return {};
  do {
    toContent(cursor);
    const keyAt = cursor.at;
    if (cursor.text[keyAt] !== '"') return rejectMissing(cursor, "must have a key in double quotes here");
    const key = readString(cursor);
    if (key === undefined || !expect(cursor, ":")) return undefined;
    cursor.path.push(key);
    if (fields.has(key) && cursor.duplicates.length < maxDuplicates)
      cursor.duplicates.push({ path: [...cursor.path], offset: keyAt });
    fields.set(key, readValue(cursor));
    cursor.path.pop();
  } while (cursor.problem === undefined && follows(cursor, "}"));
  return Object.fromEntries(fields);
}

function readArray(cursor: Cursor): unknown {
  cursor.open.push(cursor.at++);
  const items: unknown[] = [];
  if (closes(cursor, "]")) return items;
  do {
    toContent(cursor);
    cursor.path.push(items.length);
    items.push(readValue(cursor));
    cursor.path.pop();
  } while (cursor.problem === undefined && follows(cursor, "]"));
  return items;
}

/**
 * Reads a string. Replaces a lone surrogate with U+FFFD, as Go does. If the string is invalid,
 * stores a problem in the cursor and returns undefined.
 */
function readString(cursor: Cursor): string | undefined {
  const end = endOfString(cursor.text, cursor.at) + 1;
  try {
    const value = JSON.parse(cursor.text.slice(cursor.at, end)) as string;
    cursor.at = end;
    return value.toWellFormed();
  } catch {
    const isUnclosed = end > cursor.text.length || cursor.text.slice(cursor.at, end).includes("\n");
    if (isUnclosed) return reject(cursor, 'must have a " that closes this " on the same line');
    return reject(
      cursor,
      "must have a JSON string here: in double quotes, without control characters or unknown escapes",
    );
  }
}

const wordForm = /true|false|null|-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?/y;

function readWord(cursor: Cursor): unknown {
  const { at } = cursor;
  const word = match(cursor, wordForm);
  if (word === undefined) return rejectMissing(cursor, "must have a JSON value here");
  if (word === "null") return null;
  if (word === "true" || word === "false") return word === "true";
  const number = /[.eE]/.test(word) ? Number(word) : readInteger(word);
  if (Number.isFinite(number)) return number;
  cursor.at = at;
  return rejectAll(cursor, "must have a number that fits into 64 bits here");
}

/**
 * Reads an integer. Does not create a bigint for more than 400 digits, because a bigint of a
 * million digits takes seconds. An integer of more than 400 digits always exceeds the range of a
 * double.
 */
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
  if (bracket !== ":") cursor.open.pop();
  return true;
}

/**
 * Moves the cursor past a comma or the closing bracket, and returns true for a comma. If the next
 * character is another character, stores a problem in the cursor.
 */
function follows(cursor: Cursor, bracket: string): boolean {
  if (closes(cursor, bracket)) return false;
  if (cursor.text[cursor.at] === ",") {
    cursor.at++;
    return true;
  }
  rejectMissing(cursor, `must have "," or "${bracket}" here`);
  return false;
}

function expect(cursor: Cursor, character: string): boolean {
  const found = closes(cursor, character);
  if (!found) rejectMissing(cursor, `must have "${character}" here`);
  toContent(cursor);
  return found;
}

function reject(cursor: Cursor, problem: string): undefined {
  cursor.problem ??= problem;
}

/**
 * Stores the problem that something is missing at the cursor. If the text ends there, or a closing
 * bracket of the other kind is there, the problem is that nothing closes the innermost open
 * bracket.
 */
function rejectMissing(cursor: Cursor, problem: string): undefined {
  const { text, at, open } = cursor;
  const opening = open.at(-1);
  if (opening === undefined || !(at >= text.length || "}]".includes(text.charAt(at)))) return reject(cursor, problem);
  const closing = text[opening] === "{" ? "}" : "]";
  if (text[at] === closing) return reject(cursor, problem);
  reject(cursor, `must have a ${closing} that closes this ${text[opening]}`);
  cursor.at = opening;
}

/**
 * Stores a problem of the content, although the JSON syntax is correct. `final` prevents another
 * reader from reading the text as YAML.
 */
function rejectAll(cursor: Cursor, problem: string): undefined {
  cursor.final = true;
  return reject(cursor, problem);
}
