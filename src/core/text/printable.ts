import { isPrintableAscii, unprintable } from "../field/go-quote.ts";
import { byteLength } from "./byte-length.ts";

/**
 * Yields a message for each character that Go's `unicode.IsPrint` rejects. Does not collect the
 * messages, because a string can contain millions of such characters.
 */
export function* checkPrintable(text: string): Iterable<string> {
  if (isPrintableAscii(text)) return;
  const decoded = text.toWellFormed();
  let position = 0;
  let start = 0;
  for (const { 0: char, index } of decoded.matchAll(unprintable())) {
    position += byteLength(decoded.slice(start, index));
    start = index;
    yield `invalid character ${placedCharacter(char, position)}`;
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
