/** The name most like a mistyped one, if any is like it: at most two edits away, or one in three characters. Ties go to the first. */
export function nearest(typed: string, names: readonly string[]): string | undefined {
  const limit = Math.max(2, Math.floor(typed.length / 3));
  let best: string | undefined;
  let least = limit + 1;
  for (const name of names) {
    if (Math.abs(name.length - typed.length) >= least) continue;
    const distance = edits(typed, name);
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

/** How many characters to put in, leave out or replace to make one text of the other. */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, char] of Array.from(from).entries()) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++) {
      next.push(Math.min((row[j] ?? 0) + Number(char !== to[j]), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
