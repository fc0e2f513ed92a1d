/** A place in a text as editors count it: both from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Finds the position of an offset by halving; `start` is where the text itself begins. Only "\n" ends a line. */
export function positions(text: string, start: Position): (offset: number) => Position {
  const starts = lineStarts(text);
  return (offset) => {
    let low = 0;
    for (let high = starts.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    const column = offset - (starts[low] ?? 0);
    return low === 0 ? { line: start.line, column: start.column + column } : { line: start.line + low, column: 1 + column };
  };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
