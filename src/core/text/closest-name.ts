/**
 * The maximum length of a string that is compared with names, in UTF-16 code units. A longer string
 * is probably not a typo, and the time of a comparison grows with the product of both lengths.
 */
const maxLength = 64;

/**
 * The minimum length of an abbreviation that is the beginning of a name (`minBeginning`) or any
 * part of a name (`minPart`).
 */
const minBeginning = 4;
const minPart = 6;

/**
 * Returns the name that a typo or an abbreviation probably means. Returns undefined if no name
 * fits, or if several names fit equally well. Ignores letter case, `_`, and `-`.
 */
export function closestName(typo: string, names: readonly string[]): string | undefined {
  if (typo.length > maxLength) return undefined;
  const folded = fold(typo);
  const near = names
    .map((name) => ({ name, edits: edits(folded, fold(name)) }))
    .filter(({ name, edits }) => edits <= tolerance(folded, name));
  const fewest = Math.min(...near.map(({ edits }) => edits));
  const nearest = near.filter(({ edits }) => edits === fewest).map(({ name }) => name);
  const longer = (min: number, is: (name: string) => boolean) =>
    folded.length < min ? [] : names.filter((name) => is(fold(name)));
  const begun = longer(minBeginning, (name) => name.startsWith(folded));
  const holding = longer(minPart, (name) => name.includes(folded));
  const [meant, ...others] = [nearest, begun, holding].find(({ length }) => length > 0) ?? [];
  return others.length === 0 ? meant : undefined;
}

function fold(name: string): string {
  return name.replaceAll(/[-_]/g, "").toLowerCase();
}

/** The maximum is one edit for every three characters of the longer string. */
function tolerance(a: string, b: string): number {
  return Math.floor(Math.max(a.length, b.length) / 3);
}

/**
 * Counts the edits that turn one string into another. An edit removes, adds, or replaces a
 * character, or swaps two neighboring characters.
 */
function edits(a: string, b: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const swapped = row > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          cell(last, column) + 1,
          cell(current, column - 1) + 1,
          cell(last, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1),
          swapped ? cell(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [beforeLast, last] = [last, current];
  }
  return cell(last, b.length);
}

function cell(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
