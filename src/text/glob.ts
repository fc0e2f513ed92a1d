/** Reports whether a text matches at least one pattern. */
export function matchesAny(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => matchesGlob(pattern, text));
}

/** A user has fewer groups, except in an attack. Such a list needs no preparation. */
const fewTexts = 64;

/** The results for long lists of texts, by the list of texts and the list of patterns. */
const known = new WeakMap<readonly string[], WeakMap<readonly string[], boolean>>();

/**
 * Reports whether at least one pattern matches at least one text. Compares two long lists only once
 * while both exist, so neither list may change. Many rules compare the groups of one user.
 */
export function matchesAnyOf(patterns: readonly string[], texts: readonly string[]): boolean {
  if (texts.length <= fewTexts) return texts.some((text) => matchesAny(patterns, text));
  const results = known.get(texts) ?? new WeakMap<readonly string[], boolean>();
  known.set(texts, results);
  const result = results.get(patterns) ?? matchesLongList(patterns, texts);
  results.set(patterns, result);
  return result;
}

function matchesLongList(patterns: readonly string[], texts: readonly string[]): boolean {
  const names = new Set(patterns.filter((pattern) => !hasWildcard(pattern)));
  const globs = patterns.filter(hasWildcard);
  return texts.some((text) => names.has(text) || matchesAny(globs, text));
}

/** Reports whether a pattern can match more than one text. */
export function hasWildcard(pattern: string): boolean {
  return pattern.includes("*");
}

/** Reports whether a pattern matches every text. */
export function matchesEverything(pattern: string): boolean {
  return /^\*+$/.test(pattern);
}

/**
 * Reports whether a pattern matches the whole text, with letter case. `*` matches any characters,
 * or none. The time grows with the sum of both lengths.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  const star = pattern.indexOf("*");
  if (star === -1) return pattern === text;
  if (!text.startsWith(pattern.slice(0, star))) return false;
  // Most patterns have one `*`, which is at the end.
  if (star === pattern.length - 1) return true;
  const parts = pattern.slice(star + 1).split("*");
  const tail = parts.pop() ?? "";
  let at = star;
  for (const part of parts) {
    const found = find(part, text, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - tail.length >= at && text.endsWith(tail);
}

/**
 * Texts up to this length are searched with `indexOf`, which compares at most 64 × 1024 characters
 * here. It is faster for short texts, and names are short.
 */
const longPart = 64;
const longText = 1024;

/** Does what `indexOf` does, in a time that grows with the sum of both lengths. */
function find(part: string, text: string, from: number): number {
  return part.length <= longPart || text.length <= longText ? text.indexOf(part, from) : findLong(part, text, from);
}

/** Searches by the algorithm of Knuth, Morris, and Pratt, which reads each character once. */
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
 * Returns, for each beginning of a text, the length of its longest proper beginning that is also
 * its end.
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
