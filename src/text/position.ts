/** A place in a text as editors count it: both from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A text's lines are counted once, up to each multiple of this, and from there anew for each question. */
const step = 4096;

/** The lines that end before an offset, and where the line of the offset begins. */
interface Mark {
  readonly ended: number;
  readonly lineStart: number;
}

/** Finds the position of an offset; `start` is where the text itself begins. Only "\n" ends a line. */
export function positions(text: string, start: Position): (offset: number) => Position {
  let last: Mark = { ended: 0, lineStart: 0 };
  const marks = [last];
  return (offset) => {
    const index = Math.floor(offset / step);
    while (marks.length <= index) {
      last = markAfter(last, text, (marks.length - 1) * step, marks.length * step);
      marks.push(last);
    }
    const { ended, lineStart } = markAfter(marks[index] ?? last, text, index * step, offset);
    const column = offset - lineStart;
    return ended === 0 ? { line: start.line, column: start.column + column } : { line: start.line + ended, column: 1 + column };
  };
}

function markAfter({ ended, lineStart }: Mark, text: string, from: number, to: number): Mark {
  const between = text.slice(from, to);
  let lines = ended;
  let begin = lineStart;
  for (let at = between.indexOf("\n"); at !== -1; at = between.indexOf("\n", at + 1)) {
    lines++;
    begin = from + at + 1;
  }
  return { ended: lines, lineStart: begin };
}
