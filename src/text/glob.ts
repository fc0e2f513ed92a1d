/** Reports whether a text matches at least one pattern. */
export function matchesAny(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => matchesGlob(pattern, text));
}

/**
 * Reports whether a pattern matches the whole text, with letter case. `*` matches any characters,
 * or none. The time is at most the product of both lengths.
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
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - tail.length >= at && text.endsWith(tail);
}
