import { maxDepth } from "../../core/api/json-object.ts";
import { ok, type Result } from "../../core/field/result.ts";
import { extentAt, type JsonExtent } from "../../core/text/json-scan.ts";
import { type DuplicateKey, maxValues, type Reading, type ReadingProblem } from "../document.ts";
import { jsonOffsets, readJson } from "./read-json.ts";

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
  if (unusual.test(text)) return undefined;
  const extent = extentAt(text, 0, { maxDepth, maxValues });
  if (extent === undefined) return undefined;
  const { start } = extent;
  try {
    const value: unknown = JSON.parse(text);
    return ok({
      value,
      start,
      offsetOf: jsonOffsets(text, value, start),
      duplicates: () => duplicatesOf(text, extent, value),
    });
  } catch {
    return undefined;
  }
}

/**
 * Returns the duplicate keys of a JSON document. JSON.parse does not report duplicate keys, but its
 * value then has fewer keys than the text. Only then, reads the document a second time.
 */
function duplicatesOf(text: string, { start, allKeys }: JsonExtent, value: unknown): readonly DuplicateKey[] {
  if (allKeys === keysIn(value)) return [];
  const reading = readJson(text, start);
  return reading.ok ? reading.value.duplicates() : [];
}

function keysIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let keys = Array.isArray(value) ? 0 : Object.keys(value).length;
  for (const inner of Object.values(value)) keys += keysIn(inner);
  return keys;
}
