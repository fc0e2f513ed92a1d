/**
 * Removes the code spans of a row of a table and the spaces next to pipes. As in GitHub's
 * specification, a code span ends at the next run of as many backticks as at its start, and a
 * backslash escapes a pipe in a code span, too.
 */
export function withoutCode(row: string): string {
  const cells = row.split(/(?<!\\)\|/);
  return cells.map((cell) => cell.replaceAll(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, "").replace(/^ +$/, "")).join("|");
}
