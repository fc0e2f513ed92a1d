/** Finds a line of a text, counted from 1 and without its end; the text is split when a line is first asked for. */
export function sourceLines(text: string): (line: number) => string | undefined {
  let lines: readonly string[] | undefined;
  return (line) => {
    lines ??= text.split("\n");
    return lines[line - 1]?.replace(/\r$/, "");
  };
}
