import {
  backslash,
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

/**
 * The maximum nesting depth of a JSON document, its maximum number of values, and the maximum
 * number of keys of each object in it.
 */
export interface JsonLimits {
  readonly maxDepth: number;
  readonly maxValues: number;
  readonly maxKeys?: number;
}

/** The place of a JSON value in a text, and its size. */
export interface JsonExtent {
  readonly start: number;
  /** The index after the last character. */
  readonly end: number;
  /**
   * The number of commas, opening brackets, and opening braces, which is smaller than the number of
   * values by at most one.
   */
  readonly values: number;
  /** The number of keys of the object with the most keys. */
  readonly keys: number;
  /** The number of keys of all objects, with duplicate keys. */
  readonly allKeys: number;
  readonly depth: number;
}

/**
 * Reports whether a JSON document nests deeper than `maxDepth`, or has more than `maxValues`
 * values, or has an object with more than `maxKeys` keys. JSON.parse takes a second for 7 MiB of
 * nested brackets, but this function rejects such a document at once.
 */
export function exceedsLimits(text: string, limits: JsonLimits): boolean {
  const { maxDepth, maxValues, maxKeys = Number.POSITIVE_INFINITY } = limits;
  return text.length > Math.min(maxDepth, maxValues, maxKeys) && scan(text, 0, limits).outcome === "exceeds";
}

/**
 * Returns the extent of the value that starts at an index, after whitespace. Returns undefined if
 * the value does not end, or exceeds a limit. Takes time in proportion to the length of the value,
 * and does not check its syntax.
 */
export function extentAt(text: string, from: number, limits: JsonLimits = unlimited): JsonExtent | undefined {
  const start = skipSpace(text, from);
  const code = text.charCodeAt(start);
  if (code === openBrace || code === openBracket) {
    const scanned = scan(text, start, limits);
    return scanned.outcome === "ends" ? scanned : undefined;
  }
  const end = code === quote ? endOfString(text, start) + 1 : endOfWord(text, start);
  return end > text.length || end === start ? undefined : { start, end, values: 0, keys: 0, allKeys: 0, depth: 0 };
}

const unlimited: JsonLimits = { maxDepth: Number.POSITIVE_INFINITY, maxValues: Number.POSITIVE_INFINITY };

/** An extent up to the end of its value, to the end of the text, or to the excess of a limit. */
interface Scanned extends JsonExtent {
  readonly outcome: "ends" | "open" | "exceeds";
}

function scan(
  text: string,
  start: number,
  { maxDepth, maxValues, maxKeys = Number.POSITIVE_INFINITY }: JsonLimits,
): Scanned {
  let depth = 0;
  let deepest = 0;
  let values = 0;
  let allKeys = 0;
  /** The number of keys so far in the innermost object. */
  let keys = 0;
  let mostKeys = 0;
  /** The numbers of keys so far in the objects that contain the innermost object. */
  const outerKeys: number[] = [];
  let outcome: Scanned["outcome"] = "open";
  let at = start;
  for (; at < text.length && outcome === "open"; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === comma) {
      if (++values > maxValues) outcome = "exceeds";
    } else if (code === colon) {
      allKeys++;
      if (++keys > mostKeys) mostKeys = keys;
      if (keys > maxKeys) outcome = "exceeds";
    } else if (code === openBracket || code === openBrace) {
      if (++depth > deepest) deepest = depth;
      if (++values > maxValues || depth > maxDepth) outcome = "exceeds";
      if (code === openBracket) continue;
      outerKeys.push(keys);
      keys = 0;
    } else if (code === closeBracket || code === closeBrace) {
      if (code === closeBrace) keys = outerKeys.pop() ?? 0;
      if (--depth === 0) outcome = "ends";
    }
  }
  return { outcome, start, end: at, values, keys: mostKeys, allKeys, depth: deepest };
}

/** An item of a list, or a member of an object. */
export interface JsonEntry {
  /** The index of the quote before the key of a member. For an item, the start of the item. */
  readonly keyAt: number;
  readonly value: JsonExtent;
}

/**
 * Yields the entries of the list or the object at an index. Ignores the entries after a syntax
 * error. Yields nothing for other values.
 */
export function* entriesAt(text: string, from: number): Generator<JsonEntry, void> {
  const start = skipSpace(text, from);
  const isObject = text.charCodeAt(start) === openBrace;
  if (!isObject && text.charCodeAt(start) !== openBracket) return;
  for (let at = start; at === start || text.charCodeAt(at) === comma; ) {
    const keyAt = skipSpace(text, at + 1);
    if (isObject && text.charCodeAt(keyAt) !== quote) return;
    const colonAt = isObject ? skipSpace(text, endOfString(text, keyAt) + 1) : keyAt;
    if (isObject && text.charCodeAt(colonAt) !== colon) return;
    const value = extentAt(text, isObject ? colonAt + 1 : keyAt);
    if (value === undefined) return;
    yield { keyAt, value };
    at = skipSpace(text, value.end);
  }
}

/**
 * Finds the members with the given keys in the object at an index, and returns their extents. If a
 * key occurs several times, the last member counts, as in JSON.parse. Ignores the members after a
 * syntax error. Throws a SyntaxError if a key has an invalid escape.
 */
export function memberExtents<K extends string>(
  text: string,
  from: number,
  names: readonly K[],
): Partial<Record<K, JsonExtent>> {
  const found: Partial<Record<K, JsonExtent>> = {};
  if (text.charCodeAt(skipSpace(text, from)) !== openBrace) return found;
  for (const { keyAt, value } of entriesAt(text, from)) {
    const keyEnd = endOfString(text, keyAt);
    const name = names.find((each) => isKey(text, keyAt, keyEnd, each));
    if (name !== undefined) found[name] = value;
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

/**
 * The number of characters that `endOfString` reads one at a time. A call of indexOf takes longer
 * than a short string or the way to the next escaped quote.
 */
const nearby = 16;

/**
 * Returns the offset of the quote that ends the string whose content begins after `start`. Without
 * an end quote, returns the length of the text.
 */
export function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    for (const near = Math.min(at + nearby, text.length); at < near; at++) {
      const code = text.charCodeAt(at);
      if (code === quote) return at;
      if (code === backslash) at++;
    }
    const end = text.indexOf('"', at);
    if (end === -1) break;
    if (!isEscaped(text, at, end)) return end;
    at = end + 1;
  }
  return text.length;
}

/** Reports whether a backslash escapes the character at `at` in a string that begins at `from`. */
export function isEscaped(text: string, from: number, at: number): boolean {
  let before = at;
  while (before > from && text[before - 1] === "\\") before--;
  return (at - before) % 2 === 1;
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

/** Returns the index after a number, `true`, `false`, or `null`. */
function endOfWord(text: string, start: number): number {
  let at = start;
  for (let code = text.charCodeAt(at); at < text.length; code = text.charCodeAt(++at)) {
    if (isSpace(code) || code === comma || code === closeBrace || code === closeBracket || code === colon) break;
  }
  return at;
}
