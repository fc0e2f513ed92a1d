import { asterisk } from "./character-codes.ts";

/**
 * The maximum length of a list that is faster to search than to look up. Normal lists of patterns
 * and normal users have fewer entries.
 */
export const shortList = 64;

interface SplitPatterns {
  readonly names: ReadonlySet<string>;
  readonly globs: readonly string[];
}

const split = new WeakMap<readonly string[], SplitPatterns>();

/**
 * Reports whether a string matches at least one pattern. A policy can list each of thousands of
 * users or namespaces, so the function stores a split form of a long list. Callers must not change
 * a list after a call.
 */
export function matchesAny(patterns: readonly string[], text: string): boolean {
  if (patterns.length <= shortList) return patterns.some((pattern) => matchesGlob(pattern, text));
  const { names, globs } = splitOf(patterns);
  return names.has(text) || globs.some((pattern) => matchesGlob(pattern, text));
}

function splitOf(patterns: readonly string[]): SplitPatterns {
  const known = split.get(patterns);
  if (known !== undefined) return known;
  const names = new Set(patterns.filter((pattern) => !hasWildcard(pattern)));
  const result = { names, globs: patterns.filter(hasWildcard) };
  split.set(patterns, result);
  return result;
}

const known = new WeakMap<readonly string[], WeakMap<readonly string[], boolean>>();

/**
 * Reports whether at least one pattern matches at least one string. Many rules compare the groups
 * of one user, so the function stores the result for a long list. Callers must not change a list
 * after a call.
 */
export function matchesAnyOf(patterns: readonly string[], texts: readonly string[]): boolean {
  if (texts.length <= shortList) return texts.some((text) => matchesAny(patterns, text));
  const results = known.get(texts) ?? new WeakMap<readonly string[], boolean>();
  known.set(texts, results);
  const result = results.get(patterns) ?? matchesLongList(patterns, texts);
  results.set(patterns, result);
  return result;
}

function matchesLongList(patterns: readonly string[], texts: readonly string[]): boolean {
  const { names, globs } = splitOf(patterns);
  return texts.some((text) => names.has(text) || matchesAny(globs, text));
}

export function hasWildcard(pattern: string): boolean {
  return pattern.includes("*");
}

export function matchesEverything(pattern: string): boolean {
  return /^\*+$/.test(pattern);
}

/**
 * Reports whether a pattern matches the whole string. Letter case matters. `*` matches any number
 * of characters, including zero. The time grows with the sum of both lengths.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  const star = pattern.indexOf("*");
  if (star === -1) return pattern === text;
  if (!text.startsWith(pattern.slice(0, star))) return false;
  // Most patterns have one `*`, which is at the end.
  if (star === pattern.length - 1) return true;
  // Few strings have the end of the pattern, and these checks are faster than the search for parts.
  const last = pattern.charCodeAt(pattern.length - 1);
  if (last !== asterisk && last !== text.charCodeAt(text.length - 1)) return false;
  const tail = afterLastStar(pattern);
  if (!text.endsWith(tail)) return false;
  const parts = pattern.slice(star + 1, pattern.length - tail.length - 1).split("*");
  let at = star;
  for (const part of parts) {
    const found = find(part, text, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - tail.length >= at;
}

/** Reports whether a string exists that both patterns match. */
export function globsIntersect(a: string, b: string): boolean {
  if (!hasWildcard(a)) return matchesGlob(b, a);
  if (!hasWildcard(b)) return matchesGlob(a, b);
  // Between the prefix and the suffix, each pattern has a `*` that matches the inner parts of the
  // other pattern.
  return (
    startAlike(a.slice(0, a.indexOf("*")), b.slice(0, b.indexOf("*"))) && endAlike(afterLastStar(a), afterLastStar(b))
  );
}

function startAlike(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}

function endAlike(a: string, b: string): boolean {
  return a.endsWith(b) || b.endsWith(a);
}

function afterLastStar(pattern: string): string {
  return pattern.slice(pattern.lastIndexOf("*") + 1);
}

/**
 * The maximum lengths of the part and of the text for `indexOf`, in UTF-16 code units. If one of
 * the two is not longer than its maximum, `indexOf` is faster than `findLong`.
 */
const longPart = 64;
const longText = 1024;

/** Returns the same result as `indexOf`. The time grows only with the sum of both lengths. */
function find(part: string, text: string, from: number): number {
  return part.length <= longPart || text.length <= longText ? text.indexOf(part, from) : findLong(part, text, from);
}

/**
 * Returns the same result as `indexOf`, with the Knuth-Morris-Pratt algorithm. This algorithm reads
 * each character of `text` once.
 */
function findLong(part: string, text: string, from: number): number {
  const borders = bordersOf(part);
  let matched = 0;
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && part.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
    if (part.charCodeAt(matched) === unit) matched++;
    if (matched === part.length) return at - matched + 1;
  }
  return -1;
}

/**
 * Returns the border length of each prefix of a string. The border of a prefix is its longest
 * proper prefix that is also its suffix. For `abab`, the result is 0, 0, 1, 2.
 */
function bordersOf(part: string): Uint32Array {
  const borders = new Uint32Array(part.length);
  let matched = 0;
  for (let at = 1; at < part.length; at++) {
    const unit = part.charCodeAt(at);
    while (matched > 0 && part.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
    if (part.charCodeAt(matched) === unit) matched++;
    borders[at] = matched;
  }
  return borders;
}
