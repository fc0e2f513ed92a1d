import { backslash, closeBrace, closeBracket, colon, comma, openBrace, openBracket, quote } from "./character-codes.ts";

/**
 * The maximum nesting depth of a JSON document, its maximum number of values, and the maximum
 * number of keys of each object in it.
 */
export interface JsonLimits {
  readonly maxDepth: number;
  readonly maxValues: number;
  readonly maxKeys?: number;
}

/**
 * Reports whether a JSON document nests deeper than `maxDepth`, or has more than `maxValues` commas
 * and opening brackets or braces outside of strings, or has an object with more than `maxKeys`
 * keys. The number of values exceeds the number of commas, opening brackets, and opening braces by
 * at most one.
 */
export function exceedsLimits(text: string, { maxDepth, maxValues, maxKeys = Number.POSITIVE_INFINITY }: JsonLimits): boolean {
  if (text.length <= Math.min(maxDepth, maxValues, maxKeys)) return false;
  let depth = 0;
  let values = 0;
  /** The number of keys so far in the innermost object. */
  let keys = 0;
  /** The numbers of keys so far in the objects that contain the innermost object. */
  const outerKeys: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === comma) {
      if (++values > maxValues) return true;
    } else if (code === colon) {
      if (++keys > maxKeys) return true;
    } else if (code === openBracket || code === openBrace) {
      if (++depth > maxDepth || ++values > maxValues) return true;
      if (code === openBracket) continue;
      outerKeys.push(keys);
      keys = 0;
    } else if (code === closeBracket || code === closeBrace) {
      depth--;
      if (code === closeBrace) keys = outerKeys.pop() ?? 0;
    }
  }
  return false;
}

/** Returns the number of keys in the objects of a JSON document, and counts duplicate keys, too. */
export function keysInText(text: string): number {
  let keys = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === colon) keys++;
  }
  return keys;
}

/**
 * Reports whether the brackets of a JSON document in UTF-8 nest deeper than `maxDepth`. JSON.parse
 * takes a second for 7 MiB of nested brackets, but this function rejects such a document at once.
 * The function does not scan a document of at most `maxDepth` bytes.
 */
export function exceedsDepth(bytes: Uint8Array, maxDepth: number): boolean {
  if (bytes.length <= maxDepth) return false;
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) at = endOfStringBytes(bytes, at);
    else if (byte === openBracket || byte === openBrace) {
      if (++depth > maxDepth) return true;
    } else if (byte === closeBracket || byte === closeBrace) depth--;
  }
  return false;
}

/**
 * Returns the offset of the quote that ends the string at `start`. Without an end quote, returns
 * the length of the text.
 */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text[before - 1] === "\\") before--;
  return (at - before) % 2 === 1;
}

function endOfStringBytes(bytes: Uint8Array, start: number): number {
  let end = start + 1;
  while (end < bytes.length && bytes[end] !== quote) end += bytes[end] === backslash ? 2 : 1;
  return Math.min(end, bytes.length);
}
