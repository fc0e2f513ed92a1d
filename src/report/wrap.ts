/**
 * Breaks text into lines of at most `columns` characters. The lines after the first one begin with
 * `indent`. If a word does not fit on a line, breaks the word or, if `longWord` is `keep`, keeps
 * the word on one longer line. If `indent` leaves no space, returns the text as one line.
 */
export function wrapped(
  text: string,
  columns: number,
  indent: string,
  longWord: "break" | "keep" = "break",
): readonly string[] {
  if (columns <= indent.length) return [text];
  const lines: string[] = [];
  let prefix = "";
  let at = 0;
  while (prefix.length + text.length - at > columns) {
    const room = columns - prefix.length;
    const space = text.slice(at, at + room + 1).lastIndexOf(" ");
    const isFilled = text.slice(at, at + Math.max(space, 0)).trim() !== "";
    const wordEnd = longWord === "break" ? at + room : text.indexOf(" ", at + room);
    const end = isFilled ? at + space : wordEnd;
    if (end === -1) break;
    lines.push(`${prefix}${text.slice(at, end)}`);
    prefix = indent;
    at = end;
    while (text.charAt(at) === " ") at++;
  }
  return [...lines, `${prefix}${text.slice(at)}`];
}
