import { type Duplicate, maxDepth, maxValues, type Reading } from "../reading.ts";
import { jsonFinder } from "./json-places.ts";
import { endOfString, skipSpace } from "./json-text.ts";
import { readJson } from "./read-json.ts";

/**
 * Where JSON.parse and Go's decoder may part: half characters, integers near int64's end, and numbers beyond a double, which
 * begin behind a mark of JSON's and not inside a word.
 */
const unusual = /\\u[dD][89a-fA-F]|\d{19}|[[:,\s]-?\d[\d.]{0,36}[eE]\+?\d{3}/;

/** Reads a text that is one JSON object with nothing out of the way in it; undefined where the slow reader must look. */
export function readFastJson(text: string): Reading | undefined {
  if (unusual.test(text) || exceedsLimits(text)) return undefined;
  const start = skipSpace(text, 0);
  try {
    const value: unknown = JSON.parse(text);
    return { value, start, find: jsonFinder(text, value, start), duplicates: () => duplicatesOf(text, start) };
  } catch {
    return undefined;
  }
}

/** JSON.parse does not tell of them, and few ask. */
function duplicatesOf(text: string, start: number): readonly Duplicate[] {
  const read = readJson(text, start);
  return "fault" in read ? [] : read.duplicates();
}

/** Whether a text nests too deep or holds too much; its brackets and commas tell. */
function exceedsLimits(text: string): boolean {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    // " 0x22 begins a string, a comma is 0x2c, [ 0x5b and { 0x7b open, ] 0x5d and } 0x7d close.
    if (character === 0x22) at = endOfString(text, at);
    else if (character === 0x2c) values++;
    else if (character === 0x5b || character === 0x7b) {
      if (++depth > maxDepth) return true;
      values++;
    } else if (character === 0x5d || character === 0x7d) depth--;
  }
  return values > maxValues;
}
