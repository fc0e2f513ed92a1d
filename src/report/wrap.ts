/**
 * Breaks a text into lines of at most `columns` characters. The lines after the first one begin
 * with `indent`. Breaks a word only if it does not fit into a line.
 */
export function wrapped(text: string, columns: number, indent: string): readonly string[] {
  if (columns <= indent.length) return [text];
  const lines: string[] = [];
  let prefix = "";
  let at = 0;
  while (prefix.length + text.length - at > columns) {
    const room = columns - prefix.length;
    const piece = text.slice(at, at + room + 1);
    const space = piece.lastIndexOf(" ");
    const end = piece.slice(0, Math.max(space, 0)).trim() === "" ? room : space;
    lines.push(`${prefix}${piece.slice(0, end)}`);
    prefix = indent;
    at += end;
    while (text.charAt(at) === " ") at++;
  }
  return [...lines, `${prefix}${text.slice(at)}`];
}
