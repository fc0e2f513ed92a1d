/** How the content of a `fieldsV1` that is not empty begins; its rare first letter is quick to find. */
const mark = 'V1":{"';
const key = '"fields';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const closing = 0x7d;

/**
 * The JSON text with each `"fieldsV1":{…}` made empty, which nothing here reads and JSON.parse makes a class of its own of (a
 * review costs a sixth less). Only what is surely legal is left out, keys with nothing but objects of the same kind; text with
 * anything else comes back as it is. So it parses if and only if all of it does, and to the same but for what is within.
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

/** After a backslash the quote would not begin the key. */
function isKey(json: string, at: number): boolean {
  return json.startsWith(key, at - key.length) && json.charCodeAt(at - key.length - 1) !== backslash;
}

/** Where the brace stands that closes the object whose members start here; -1 where they are not all `"key":{…}` without white space. */
function closingBrace(json: string, start: number): number {
  let depth = 1;
  for (let at = start; ; at++) {
    at = behindKey(json, at);
    if (at === -1) return -1;
    depth++;
    if (json.charCodeAt(at + 1) !== closing) continue;
    while (json.charCodeAt(at + 1) === closing) {
      at++;
      if (--depth === 0) return at;
    }
    if (json.charCodeAt(++at) !== comma) return -1;
  }
}

/** Where the brace stands that opens the object of the key that starts here; -1 where there is no such key. */
function behindKey(json: string, start: number): number {
  if (json.charCodeAt(start) !== quote) return -1;
  let at = start + 1;
  for (let unit = json.charCodeAt(at); unit !== quote; unit = json.charCodeAt(++at)) {
    if (unit === backslash && !isEscaped(json.charCodeAt(++at))) return -1;
    // Control characters, and the NaN behind the end.
    if (!(unit >= 0x20)) return -1;
  }
  return json.startsWith('":{', at) ? at + 2 : -1;
}

/** The two escapes that keys of `fieldsV1` have: `k:{"name":"a\\b"}`. */
function isEscaped(unit: number): boolean {
  return unit === quote || unit === backslash;
}
