import type { Position } from "../text/position.ts";
import type { Place, SourceExcerpt } from "./report.ts";
import { sanitize } from "./sanitize.ts";

/**
 * UTF-16 units shown on each side of the column: two lines of a terminal. A JSON file can be one
 * line.
 */
const reach = 80;

/** Characters that take two columns in a terminal. */
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}]/gu;

/**
 * The excerpt of a line at a column; escaped and wide characters before the column move the caret.
 */
export function sourceExcerpt(source: string, column: number): SourceExcerpt {
  const at = Math.min(column - 1, source.length);
  const before = source.slice(Math.max(0, at - reach), at).replace(/^[\udc00-\udfff]/, "");
  const after = source.slice(at, at + reach).replace(/[\ud800-\udbff]$/, "");
  const shownBefore = `${at > reach ? "…" : ""}${shown(before)}`;
  const shownAfter = `${shown(after)}${source.length > at + reach ? "…" : ""}`;
  return { line: sanitize(`  ${shownBefore}${shownAfter}`), caret: `  ${" ".repeat(columns(shownBefore))}^` };
}

/** A tab is shown as a space, because its width depends on the terminal. */
function shown(text: string): string {
  return sanitize(text.replaceAll("\t", " "));
}

function columns(text: string): number {
  return [...text.replace(/\p{M}/gu, "").replace(wide, "  ")].length;
}

/**
 * Returns a function that adds the file and the source line to a position in its text, or to a
 * problem at such a position.
 */
export function sourcePlaces(file: string, text: string): <At extends Position>(at: At) => At & Place {
  const lineAt = sourceLines(text);
  return (at) => {
    const source = lineAt(at.line);
    return { ...at, file, ...(source !== undefined && { excerpt: sourceExcerpt(source, at.column) }) };
  };
}

/**
 * Returns a function that finds a line of a text, counted from 1 and without its end. It searches
 * from the previous line, because calls are close together and an array of lines would outweigh the
 * text.
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
