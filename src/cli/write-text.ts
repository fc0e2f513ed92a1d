import { writeFileSync } from "node:fs";

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
