import type { Position } from "../text/position.ts";
import type { Fault } from "./reading.ts";

/** A document's own text, its line ends made "\n", and where that begins; or a separator with something behind it. */
export interface Chunk {
  readonly text: string;
  readonly start: Position;
  readonly fault?: Fault;
}

/**
 * Cuts a text where kubectl does before it reads any YAML: at each line that begins with `---`, be it inside a block
 * scalar. Only a comment may follow on that line.
 */
export function* splitDocuments(text: string, start: Position): Generator<Chunk, void> {
  let from = 0;
  let line = start;
  for (let cut = separator(text, 0); cut !== -1; cut = separator(text, from)) {
    const before = text.slice(from, cut);
    const here = { line: line.line + countLines(before), column: 1 };
    const end = text.indexOf("\n", cut);
    const next = end === -1 ? text.length : end + 1;
    const behind = text.slice(cut + 3, next).trim();
    if (before !== "") yield { text: unixLines(before), start: line };
    if (behind !== "" && !behind.startsWith("#")) yield { text: "", start: here, fault: behindSeparator };
    from = next;
    line = { line: here.line + 1, column: 1 };
  }
  yield { text: unixLines(text.slice(from)), start: line };
}

const behindSeparator: Fault = { at: 0, fault: "must have nothing but a comment behind the separator ---" };

/** The offset of the next separator; `from` begins a line. */
function separator(text: string, from: number): number {
  if (text.startsWith("---", from)) return from;
  const before = text.indexOf("\n---", from);
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
