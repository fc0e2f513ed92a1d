import { printableClass } from "../field/go-quote.ts";
import { byteLength } from "./byte-length.ts";

const printable = new RegExp(`^[${printableClass}]$`, "u");

const ascii = /^[ -~]*$/;

/** True for texts of ASCII in which every character prints: most of those that `unprintableFaults` has nothing to say on. */
export function isPrintableAscii(text: string): boolean {
  return ascii.test(text);
}

/** Names each character that Go's `unicode.IsPrint` refuses, with its place in bytes. */
export function* checkPrintable(text: string): Iterable<string> {
  if (isPrintableAscii(text)) return;
  let position = 0;
  for (const char of text.toWellFormed()) {
    if (!printable.test(char)) yield `invalid character ${placedCharacter(char, position)}`;
    position += byteLength(char);
  }
}

/** The first character of a text by its number, as it may not show, with its place in bytes. */
export function placedCharacter(text: string, position: number): string {
  const code = text.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")} (at position ${position})`;
}
