/**
 * The candidate that the fewest slips of the keyboard turn into the word, letter case aside; the first of equals. Undefined where that
 * would take more than one slip in three characters: then it was hardly meant.
 */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  let best: { readonly candidate: string; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    const limit = Math.floor(Math.max(word.length, candidate.length) / 3);
    if (Math.abs(word.length - candidate.length) > limit) continue;
    const distance = slips(word.toLowerCase(), candidate.toLowerCase());
    if (distance <= limit && (best === undefined || distance < best.distance)) best = { candidate, distance };
  }
  return best?.candidate;
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment), row by row. */
function slips(from: string, to: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = at(last, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const swaps = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const swapped = swaps ? at(beforeLast, column - 2) + 1 : replaced;
      current.push(Math.min(at(last, column) + 1, at(current, column - 1) + 1, replaced, swapped));
    }
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
}

/** A number that is not there takes part in no minimum. */
function at(numbers: readonly number[], index: number): number {
  return numbers[index] ?? Number.POSITIVE_INFINITY;
}
