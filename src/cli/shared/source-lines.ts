/**
 * Finds a line of a text, counted from 1 and without its end, from where the one before was found: what is asked for stands close
 * together, and an array of a million lines would weigh more than the text.
 */
export function sourceLines(text: string): (line: number) => string | undefined {
  let line = 1;
  let start = 0;
  return (wanted) => {
    for (; line < wanted; line++) {
      const end = text.indexOf("\n", start);
      if (end === -1) return undefined;
      start = end + 1;
    }
    for (; line > wanted; line--) start = start < 2 ? 0 : text.lastIndexOf("\n", start - 2) + 1;
    const end = text.indexOf("\n", start);
    return text.slice(start, end === -1 ? undefined : end).replace(/\r$/, "");
  };
}
