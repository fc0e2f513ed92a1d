import { isPrintableAscii } from "../core/field/go-quote.ts";
import type { Position } from "../core/text/position.ts";
import type { ShownPlace, SourceExcerpt } from "./report.ts";
import { sanitize } from "./sanitize.ts";

/**
 * Number of UTF-16 code units on each side of the column. Both sides together are about two lines
 * of a terminal. The limit is necessary because a whole JSON file can be one line.
 */
const reach = 80;

/**
 * Returns the excerpt of a source line at a column. The first column has the number 1. The caret
 * stays below its character even if escaped or wide characters precede it.
 */
export function sourceExcerpt(source: string, column: number): SourceExcerpt {
  const at = Math.min(column - 1, source.length);
  const before = source.slice(Math.max(0, at - reach), at).replace(/^[\udc00-\udfff]/, "");
  const after = source.slice(at, at + reach).replace(/[\ud800-\udbff]$/, "");
  const shownBefore = `${at > reach ? "…" : ""}${shown(before)}`;
  const shownAfter = `${shown(after)}${source.length > at + reach ? "…" : ""}`;
  return { line: sanitize(`  ${shownBefore}${shownAfter}`), caret: `  ${" ".repeat(columns(shownBefore))}^` };
}

/**
 * Sanitizes text and replaces each tab with a space, because the width of a tab depends on the
 * terminal.
 */
function shown(text: string): string {
  return sanitize(text.replaceAll("\t", " "));
}

function columns(text: string): number {
  if (isPrintableAscii(text)) return text.length;
  const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}]/gu;
  return [...text.replace(/\p{M}/gu, "").replace(wide, "  ")].length;
}

/**
 * Returns a function that adds the file and the source line to a position, or to a problem with a
 * position.
 */
export function sourcePlaces(file: string, text: string): <At extends Position>(at: At) => At & ShownPlace {
  const lineAt = sourceLines(text);
  return (at) => {
    const source = lineAt(at.line);
    return { ...at, file, ...(source !== undefined && { excerpt: sourceExcerpt(source, at.column) }) };
  };
}

/**
 * Returns a function that returns a line by its number, without the line end. The first line has
 * the number 1. If there is no such line, the function returns undefined. Each call starts its
 * search at the line of the previous call. An array of all lines would need more memory than the
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
