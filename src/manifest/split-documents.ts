import type { Position } from "./position.ts";

/** A document's own text, its line ends made "\n", and where that begins; or a separator with text behind it. */
export type Chunk = { readonly text: string; readonly start: Position } | { readonly start: Position; readonly trailing: string };

/**
 * Cuts a text where kubectl does before it reads any YAML: at each line that begins with `---`, be it inside a block
 * scalar. Only a comment may follow on that line.
 */
export function* splitDocuments(text: string, start: Position): Generator<Chunk, void> {
  const separator = /^---[^\n]*\n?/gm;
  let from = 0;
  let line = start;
  for (let cut = separator.exec(text); cut !== null; cut = separator.exec(text)) {
    const before = text.slice(from, cut.index);
    const here = { line: line.line + countLines(before), column: 1 };
    const trailing = cut[0].slice(3).trim();
    if (before !== "") yield { text: unixLines(before), start: line };
    if (trailing !== "" && !trailing.startsWith("#")) yield { start: here, trailing };
    from = cut.index + cut[0].length;
    line = { line: here.line + 1, column: 1 };
  }
  yield { text: unixLines(text.slice(from)), start: line };
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

function unixLines(text: string): string {
  return text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text;
}
