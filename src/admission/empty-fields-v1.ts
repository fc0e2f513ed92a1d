import { backslash, closeBrace, comma, quote, space } from "../text/character-codes.ts";

/**
 * The start of a `fieldsV1` that is not empty. The search for this text is fast, because its first
 * letter is rare.
 */
const mark = 'V1":{"';
const key = '"fields';

/**
 * Empties each `"fieldsV1":{…}` of a JSON text. lease-guard does not read the content, and
 * JSON.parse creates a hidden class for each. This saves a sixth of the time of a review.
 *
 * The function removes only content that is certainly valid JSON. Such content consists of keys
 * whose values are objects of such keys. The function does not change any other text, so the result
 * parses if and only if the original does.
 */
export function emptyFieldsV1(json: string): string {
  let kept = "";
  let from = 0;
  for (let at = json.indexOf(mark); at !== -1; ) {
    const start = at + mark.length - 1;
    const end = isKey(json, at) ? closingBrace(json, start) : start;
    if (end === -1) return json;
    if (end > start) {
      kept += json.slice(from, start);
      from = end;
    }
    at = json.indexOf(mark, end);
  }
  return from === 0 ? json : kept + json.slice(from);
}

/**
 * Reports whether the mark at an index belongs to the key `fieldsV1`. A quote after a backslash
 * does not start a key.
 */
function isKey(json: string, at: number): boolean {
  return json.startsWith(key, at - key.length) && json.charCodeAt(at - key.length - 1) !== backslash;
}

/**
 * Returns the index of the brace that closes the object whose members start at an index. Returns -1
 * unless all members are `"key":{…}` without white space.
 */
function closingBrace(json: string, start: number): number {
  let depth = 1;
  for (let at = start; ; at++) {
    at = braceAfterKey(json, at);
    if (at === -1) return -1;
    depth++;
    if (json.charCodeAt(at + 1) !== closeBrace) continue;
    while (json.charCodeAt(at + 1) === closeBrace) {
      at++;
      if (--depth === 0) return at;
    }
    if (json.charCodeAt(++at) !== comma) return -1;
  }
}

/**
 * Returns the index of the brace after the key that starts at an index, or -1 without such a key.
 */
function braceAfterKey(json: string, start: number): number {
  if (json.charCodeAt(start) !== quote) return -1;
  let at = start + 1;
  for (let unit = json.charCodeAt(at); unit !== quote; unit = json.charCodeAt(++at)) {
    if (unit === backslash && !isEscaped(json.charCodeAt(++at))) return -1;
    // This rejects control characters, and the NaN after the end of the text.
    if (!(unit >= space)) return -1;
  }
  return json.startsWith('":{', at) ? at + 2 : -1;
}

/**
 * Reports whether a character follows the backslash in keys of `fieldsV1`, such as
 * `k:{"name":"a\\b"}`. Only quotes and backslashes do.
 */
function isEscaped(unit: number): boolean {
  return unit === quote || unit === backslash;
}
