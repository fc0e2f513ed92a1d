import { byteLength } from "../../core/text/byte-length.ts";
import { backslash, closeBrace, comma, quote, space } from "../../core/text/character-codes.ts";

/**
 * The end of the key `fieldsV1` and the start of an object that is not empty. `indexOf` finds this
 * string fast, because the letter `V` is rare.
 */
const mark = 'V1":{"';
const key = '"fields';

/**
 * Empties the `fieldsV1` objects of a JSON document. lease-guard reads at most their size, and
 * JSON.parse creates a hidden class for each object. Without the content, the validation of a
 * review takes a sixth less time. With `keepsSize`, one key of the same size replaces the content,
 * for the rule `metadata/size-at-most-512-kib`.
 *
 * The function removes only content whose form is always valid JSON: objects in which every value
 * is again such an object, or `{}`. If a `fieldsV1` object has another form, the function returns
 * the document unchanged. The result is therefore valid JSON if and only if the original document
 * is valid JSON.
 */
export function emptyFieldsV1(json: string, keepsSize = false): string {
  let kept = "";
  let from = 0;
  for (let at = json.indexOf(mark); at !== -1; ) {
    const start = at + mark.length - 1;
    const end = isKey(json, at) ? closingBrace(json, start) : start;
    if (end === -1) return json;
    if (end > start) {
      kept += json.slice(from, start) + (keepsSize ? fillerFor(json.slice(start, end)) : "");
      from = end;
    }
    at = json.indexOf(mark, end);
  }
  return from === 0 ? json : kept + json.slice(from);
}

/** Returns a member of a JSON object that has as many bytes in UTF-8 as other members together. */
function fillerFor(members: string): string {
  return `"${"x".repeat(byteLength(members) - '"":{}'.length)}":{}`;
}

/**
 * Reports whether the mark at an index belongs to the key `fieldsV1`. A quote after a backslash
 * does not start a key.
 */
function isKey(json: string, at: number): boolean {
  return json.startsWith(key, at - key.length) && json.charCodeAt(at - key.length - 1) !== backslash;
}

/**
 * Returns the index of the brace that closes an object. The first key of the object starts at
 * `start`. Returns -1 unless every member has the form `"key":{…}` without whitespace.
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
 * Returns the index of the opening brace after the key that starts at `start`. Returns -1 if no key
 * starts at `start`, or if `:{` does not directly follow the key. Also returns -1 if the key
 * contains an escape that `isEscaped` rejects.
 */
function braceAfterKey(json: string, start: number): number {
  if (json.charCodeAt(start) !== quote) return -1;
  let at = start + 1;
  for (let unit = json.charCodeAt(at); unit !== quote; unit = json.charCodeAt(++at)) {
    if (unit === backslash && !isEscaped(json.charCodeAt(++at))) return -1;
    // Rejects control characters, and NaN, which charCodeAt returns after the end of the text.
    if (!(unit >= space)) return -1;
  }
  return json.startsWith('":{', at) ? at + 2 : -1;
}

/**
 * Reports whether a character after a backslash is a quote or another backslash. A key of
 * `fieldsV1`, such as `k:{"name":"a\\b"}`, normally has no other escapes.
 */
function isEscaped(unit: number): boolean {
  return unit === quote || unit === backslash;
}
