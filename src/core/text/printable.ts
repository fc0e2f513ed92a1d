import { printableClass } from "../field/go-quote.ts";
import { byteLength } from "./byte-length.ts";

const printable = new RegExp(`^[${printableClass}]$`, "u");

const ascii = /^[ -~]*$/;

/**
 * Reports whether a string contains only printable ASCII. This fast test is enough for most valid
 * strings.
 */
export function isPrintableAscii(text: string): boolean {
  return ascii.test(text);
}

/**
 * Yields a message for each character that Go's `unicode.IsPrint` rejects. Does not collect the
 * messages, because a string can contain millions of such characters.
 */
export function* checkPrintable(text: string): Iterable<string> {
  if (isPrintableAscii(text)) return;
  let position = 0;
  for (const char of text.toWellFormed()) {
    if (!printable.test(char)) yield `invalid character ${placedCharacter(char, position)}`;
    position += byteLength(char);
  }
}

/** Formats the first character of a string together with its position. `position` counts bytes. */
export function placedCharacter(text: string, position: number): string {
  return `${codePointText(text)} (at position ${position})`;
}

/**
 * Formats the first character of a string as a code point, such as `U+200B`, because the character
 * can be invisible.
 */
export function codePointText(text: string): string {
  return `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
