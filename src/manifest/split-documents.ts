import { failed, ok, type Result } from "../core/field/result.ts";
import type { Position } from "../core/text/position.ts";
import type { DocumentProblem } from "./document.ts";

/**
 * The text of one document, with "\n" at the end of each line, and the position where the document
 * begins.
 */
export interface Chunk {
  readonly text: string;
  readonly start: Position;
}

/** The start of a line that separates two documents, whatever follows on the line. */
const documentSeparator = "---";

/**
 * Splits a manifest at each line that begins with `---`, even inside a block scalar. kubectl splits
 * in the same way before it parses YAML. Only a comment may follow `---` on the same line.
 */
export function* splitDocuments(text: string, start: Position): Generator<Result<Chunk, DocumentProblem>, void> {
  let from = 0;
  let line = start;
  for (let cut = separator(text, 0); cut !== -1; cut = separator(text, from)) {
    const before = text.slice(from, cut);
    const position = { line: line.line + countLines(before), column: 1 };
    const end = text.indexOf("\n", cut);
    const next = end === -1 ? text.length : end + 1;
    const after = text.slice(cut + documentSeparator.length, next).trim();
    if (before !== "") yield ok({ text: unixLines(before), start: line });
    if (after !== "" && !after.startsWith("#")) yield failed({ ...position, message: textAfterSeparator });
    from = next;
    line = { line: position.line + 1, column: 1 };
  }
  yield ok({ text: unixLines(text.slice(from)), start: line });
}

const textAfterSeparator = "must have only a comment after the separator ---";

/**
 * Returns the offset of the next separator, or -1 if there is none. `from` is the start of a line.
 */
function separator(text: string, from: number): number {
  if (text.startsWith(documentSeparator, from)) return from;
  const before = text.indexOf(`\n${documentSeparator}`, from);
  return before === -1 ? -1 : before + 1;
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

function unixLines(text: string): string {
  return text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text;
}
