import type { FieldPath } from "../../field/path.ts";
import {
  carriageReturn,
  closeBrace,
  closeBracket,
  newline,
  openBrace,
  openBracket,
  quote,
  space,
  tab,
} from "../../text/character-codes.ts";
import { endOfString } from "../../text/json-scan.ts";
import { pathIndex } from "../path-index.ts";

/** Returns the `offsetOf` function of a JSON document. A reader must have accepted the document. */
export function jsonOffsets(text: string, value: unknown, start: number): (path: FieldPath) => number {
  return pathIndex(value, start, (_, at) => (text[at] === "{" ? fieldsOf(text, at) : itemsOf(text, at)));
}

function fieldsOf(text: string, start: number): ReadonlyMap<string, number> {
  const fields = new Map<string, number>();
  for (let keyAt = skipSpace(text, start + 1); text[keyAt] === '"'; ) {
    const keyEnd = endOfString(text, keyAt) + 1;
    const key = JSON.parse(text.slice(keyAt, keyEnd)) as string;
    const at = skipSpace(text, skipSpace(text, keyEnd) + 1);
    fields.set(key.toWellFormed(), text[at] === "n" ? keyAt : at);
    keyAt = nextEntry(text, at);
  }
  return fields;
}

function itemsOf(text: string, start: number): readonly number[] {
  const items: number[] = [];
  for (let at = skipSpace(text, start + 1); at < text.length && text[at] !== "]"; at = nextEntry(text, at)) items.push(at);
  return items;
}

/** Returns the offset of the entry that follows a value, or of the closing bracket. */
function nextEntry(text: string, valueAt: number): number {
  const end = skipSpace(text, endOfValue(text, valueAt));
  return text[end] === "," ? skipSpace(text, end + 1) : end;
}

function endOfValue(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return endOfString(text, start) + 1;
  return first === "{" || first === "[" ? endOfNested(text, start) : endOfWord(text, start);
}

function endOfNested(text: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === openBracket || code === openBrace) depth++;
    else if (code === closeBracket || code === closeBrace) depth--;
    at++;
  } while (depth > 0 && at < text.length);
  return at;
}

function endOfWord(text: string, start: number): number {
  let at = start;
  while (at < text.length && !",]} \t\r\n".includes(text.charAt(at))) at++;
  return at;
}

/** Returns the offset of the first character at or after `from` that is not JSON whitespace. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

function isSpace(code: number): boolean {
  return code === space || code === newline || code === carriageReturn || code === tab;
}
