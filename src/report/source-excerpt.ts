import { sanitize } from "./sanitize.ts";

/** Most UTF-16 units shown on each side of the column: two lines of a terminal in all. A file of JSON may be one line. */
const reach = 80;

/** Characters that take two columns of a terminal. */
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}]/gu;

/** A line of source and a caret below its column, both indented and safe to show. */
export interface SourceExcerpt {
  readonly line: string;
  readonly caret: string;
}

/** What is escaped or wide before the column moves the caret along. */
export function sourceExcerpt(source: string, column: number): SourceExcerpt {
  const at = Math.min(column - 1, source.length);
  const before = source.slice(Math.max(0, at - reach), at).replace(/^[\udc00-\udfff]/, "");
  const after = source.slice(at, at + reach).replace(/[\ud800-\udbff]$/, "");
  const shownBefore = `${at > reach ? "…" : ""}${shown(before)}`;
  const shownAfter = `${shown(after)}${source.length > at + reach ? "…" : ""}`;
  return { line: sanitize(`  ${shownBefore}${shownAfter}`), caret: `  ${" ".repeat(columns(shownBefore))}^` };
}

/** A tab is a space here: its width is the terminal's affair. */
function shown(text: string): string {
  return sanitize(text.replaceAll("\t", " "));
}

function columns(text: string): number {
  return [...text.replace(/\p{M}/gu, "").replace(wide, "  ")].length;
}
