import { maxDepth } from "../../api/json-object.ts";
import { ok, type Result } from "../../field/result.ts";
import { closeBrace, closeBracket, comma, openBrace, openBracket, quote } from "../../text/character-codes.ts";
import { type DuplicateKey, maxValues, type Reading, type ReadingProblem } from "../document.ts";
import { endOfString, jsonOffsets, skipSpace } from "./json-offsets.ts";
import { readJson } from "./read-json.ts";

/**
 * Matches text that JSON.parse and Go's decoder could read differently: escaped surrogates, which
 * can be lone, and numbers that can exceed int64 or a double. If an integer has at least 19 digits,
 * it can exceed int64.
 */
const unusual = /\\u[dD][89a-fA-F]|\d{19}|[[:,\s]-?\d[\d.]{0,36}[eE]\+?\d{3}/;

/**
 * Reads one JSON object with JSON.parse. Returns undefined if `readJson` must read the text, for
 * example because the text contains several objects.
 */
export function readFastJson(text: string): Result<Reading, ReadingProblem> | undefined {
  return unusual.test(text) || exceedsLimits(text, maxValues) ? undefined : parseJson(text);
}

/**
 * Reads one JSON object that a program wrote. Unlike `readFastJson`, accepts any number of values.
 * Go's decoder can read a number in such an object differently. Returns undefined if `readJson`
 * must read the text.
 */
export function readWrittenJson(text: string): Result<Reading, ReadingProblem> | undefined {
  return exceedsLimits(text, Number.POSITIVE_INFINITY) ? undefined : parseJson(text);
}

function parseJson(text: string): Result<Reading, ReadingProblem> | undefined {
  const start = skipSpace(text, 0);
  try {
    const value: unknown = JSON.parse(text);
    return ok({ value, start, offsetOf: jsonOffsets(text, value, start), duplicates: () => duplicatesOf(text, start) });
  } catch {
    return undefined;
  }
}

/**
 * Returns the duplicate keys of a JSON document. Reads the document a second time, because
 * JSON.parse does not report duplicate keys. Few callers need the duplicate keys.
 */
function duplicatesOf(text: string, start: number): readonly DuplicateKey[] {
  const reading = readJson(text, start);
  return reading.ok ? reading.value.duplicates() : [];
}

/**
 * Reports whether the text nests too deeply, or has more than `most` opening brackets and commas.
 * The number of values exceeds the number of these characters by at most one.
 */
function exceedsLimits(text: string, most: number): boolean {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === comma) values++;
    else if (code === openBracket || code === openBrace) {
      if (++depth > maxDepth) return true;
      values++;
    } else if (code === closeBracket || code === closeBrace) depth--;
  }
  return values > most;
}
