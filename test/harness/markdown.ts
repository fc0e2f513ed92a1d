/**
 * Removes the code spans of a table row, and empties the cells that then contain only spaces. As in
 * GitHub's specification, a code span starts and ends with the same number of backticks. In a code
 * span, a backslash also escapes a pipe.
 */
export function withoutCode(row: string): string {
  const cells = row.split(/(?<!\\)\|/);
  return cells.map((cell) => cell.replaceAll(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, "").replace(/^ +$/, "")).join("|");
}
