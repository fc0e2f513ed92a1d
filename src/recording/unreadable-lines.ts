import { pluralize } from "../core/text/join-words.ts";

/** The lines of a file that could not be read: their number, and the first line with each error. */
export interface UnreadableLines {
  lines: number;
  readonly errors: Map<string, { readonly line: number; lines: number }>;
}

/** Maximum number of different errors in a report of `simulate`, `learn`, or `audit`. */
export const maxLineErrors = 20;

export function noUnreadableLines(): UnreadableLines {
  return { lines: 0, errors: new Map() };
}

export function addUnreadableLine(unreadable: UnreadableLines, line: number, error: string): void {
  unreadable.lines++;
  const known = unreadable.errors.get(error);
  if (known !== undefined) known.lines++;
  else if (unreadable.errors.size < maxLineErrors) unreadable.errors.set(error, { line, lines: 1 });
}

export function lineError(file: string, line: number, error: string): string {
  return `${file}:${line}: error: ${error}`;
}

/** Returns a message for each error, and one about the lines with further errors. */
export function unreadableTexts(file: string, { lines, errors }: UnreadableLines): readonly string[] {
  const shown = [...errors].map(([error, { line, lines: same }]) => {
    const others = same > 1 ? ` (and ${same - 1} more like this)` : "";
    return `${lineError(file, line, error)}${others}`;
  });
  const more = [...errors.values()].reduce((rest, { lines: same }) => rest - same, lines);
  return [...shown, ...(more > 0 ? [`${file}: ${pluralize(more, "more line")} could not be read`] : [])];
}
