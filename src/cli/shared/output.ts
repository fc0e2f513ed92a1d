import { writeFileSync } from "node:fs";
import { systemErrorText, UsageError } from "./errors.ts";

/** Standard output by its number: opened as a stream it would no longer block, and a slow reader would get half of what is printed. */
const stdout = 1;

/** Writes all of a text before it returns; a reader that has gone, as `head` has, had what it wanted. */
export function print(text: string): void {
  try {
    writeText(stdout, text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EPIPE") throw new UsageError(`standard output must be writable: ${systemErrorText(error)}`);
  }
}

/** UTF-16 units that are encoded at a time: a report may be of 50 MB, and its bytes as many again. */
const pieceLength = 1024 * 1024;

/** Writes all of a text to an open file before it returns. */
export function writeText(descriptor: number, text: string): void {
  for (let start = 0; start < text.length; ) {
    const end = start + pieceLength;
    // Half a character has no encoding.
    const wholeEnd = /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end + 1 : end;
    writeFileSync(descriptor, text.slice(start, wholeEnd));
    start = wholeEnd;
  }
}
