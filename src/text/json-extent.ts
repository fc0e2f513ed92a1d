import {
  carriageReturn,
  closeBrace,
  closeBracket,
  colon,
  comma,
  newline,
  openBrace,
  openBracket,
  quote,
  space,
  tab,
} from "./character-codes.ts";
import { endOfString } from "./json-scan.ts";

/** The place of a JSON value in a text, and its size, counted as `exceedsLimits` counts. */
export interface JsonExtent {
  readonly start: number;
  /** The index after the last character. */
  readonly end: number;
  /** The number of commas, opening brackets, and opening braces. */
  readonly values: number;
  /** The number of keys of the object with the most keys. */
  readonly keys: number;
  readonly depth: number;
}

/**
 * Returns the extent of the value that starts at an index, after whitespace. Returns undefined if
 * the value does not end. Takes time in proportion to the length of the value, and does not check
 * its syntax.
 */
export function extentAt(text: string, from: number): JsonExtent | undefined {
  const start = afterSpace(text, from);
  const code = text.charCodeAt(start);
  if (code === openBrace || code === openBracket) return containerExtent(text, start);
  const end = code === quote ? endOfString(text, start) + 1 : endOfScalar(text, start);
  return end > text.length || end === start ? undefined : { start, end, values: 0, keys: 0, depth: 0 };
}

function containerExtent(text: string, start: number): JsonExtent | undefined {
  let depth = 0;
  let deepest = 0;
  let values = 0;
  /** The number of keys so far in the innermost object. */
  let keys = 0;
  let mostKeys = 0;
  const outerKeys: number[] = [];
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === comma) values++;
    else if (code === colon) {
      if (++keys > mostKeys) mostKeys = keys;
    } else if (code === openBracket || code === openBrace) {
      values++;
      if (++depth > deepest) deepest = depth;
      if (code === openBracket) continue;
      outerKeys.push(keys);
      keys = 0;
    } else if (code === closeBracket || code === closeBrace) {
      if (code === closeBrace) keys = outerKeys.pop() ?? 0;
      if (--depth === 0) return { start, end: at + 1, values, keys: mostKeys, depth: deepest };
    }
  }
  return undefined;
}

/**
 * Returns the extents of the members of the object at an index that have one of the given keys. Of
 * members with the same key, the last one counts, as in JSON.parse. Ignores the members after a
 * syntax error. Throws a SyntaxError if a key has an invalid escape.
 */
export function memberExtents<K extends string>(text: string, from: number, names: readonly K[]): Partial<Record<K, JsonExtent>> {
  const found: Partial<Record<K, JsonExtent>> = {};
  const start = afterSpace(text, from);
  if (text.charCodeAt(start) !== openBrace) return found;
  for (let at = afterSpace(text, start + 1); text.charCodeAt(at) === quote; ) {
    const keyEnd = endOfString(text, at);
    const name = names.find((each) => isKey(text, at, keyEnd, each));
    at = afterSpace(text, keyEnd + 1);
    const value = text.charCodeAt(at) === colon ? extentAt(text, at + 1) : undefined;
    if (value === undefined) break;
    if (name !== undefined) found[name] = value;
    at = afterSpace(text, value.end);
    if (text.charCodeAt(at) !== comma) break;
    at = afterSpace(text, at + 1);
  }
  return found;
}

/** The longest form of a character in a JSON string, such as `\u0061`. */
const escapeLength = 6;

function isKey(text: string, start: number, end: number, name: string): boolean {
  const length = end - start - 1;
  if (length === name.length) return text.startsWith(name, start + 1);
  if (length < name.length || length > escapeLength * name.length) return false;
  const written = text.slice(start, end + 1);
  return written.includes("\\") && JSON.parse(written) === name;
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

function isSpace(code: number): boolean {
  return code === space || code === newline || code === carriageReturn || code === tab;
}

/** Returns the index after a number, `true`, `false`, or `null`. */
function endOfScalar(text: string, start: number): number {
  let at = start;
  for (let code = text.charCodeAt(at); at < text.length; code = text.charCodeAt(++at)) {
    if (isSpace(code) || code === comma || code === closeBrace || code === closeBracket || code === colon) break;
  }
  return at;
}
