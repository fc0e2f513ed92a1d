import { space } from "./character-codes.ts";

/**
 * Returns the length of a string in UTF-8 bytes, as Go's `len` does. A lone surrogate counts as
 * U+FFFD.
 */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    if (unit >= 0xd800 && unit < 0xdc00 && isLowSurrogate(text.charCodeAt(i + 1))) i++;
  }
  return bytes;
}

/**
 * Reports whether a string has more UTF-8 bytes than a limit. Most strings need no exact count,
 * because a UTF-16 code unit takes at most three bytes.
 */
export function isLongerThan(text: string, bytes: number): boolean {
  return text.length * 3 > bytes && byteLength(text) > bytes;
}

export function mustNotBeLarger(bytes: number): string {
  return `must not be larger than ${bytes} bytes`;
}

/**
 * Returns an upper bound for the number of bytes of a string in JSON, without the quotes. Lone
 * surrogates, the characters that only Go escapes, and control characters except `\n`, `\r`, and
 * `\t` count as an escape sequence of 6 bytes each. The result is exact for other strings.
 */
export function maxJsonBytes(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) bytes += asciiExtra[unit] ?? 0;
    else if (unit < 0x800) bytes++;
    else if (unit >= 0xd800 && unit < 0xdc00 && isLowSurrogate(text.charCodeAt(i + 1))) {
      bytes += 2;
      i++;
    } else bytes += (unit >= 0xd800 && unit < 0xe000) || unit === 0x2028 || unit === 0x2029 ? 5 : 2;
  }
  return bytes;
}

/** The largest number of bytes that one UTF-16 code unit takes in JSON. */
export const maxJsonUnitBytes = 6;

/** The bytes that JSON can need for each ASCII character, beyond one byte. */
const asciiExtra: readonly number[] = Array.from({ length: 0x80 }, (_, unit) => {
  const text = String.fromCharCode(unit);
  if ('"\\\n\r\t'.includes(text)) return 1;
  return unit < space || "<>&".includes(text) ? maxJsonUnitBytes - 1 : 0;
});

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

/**
 * Returns a copy of a string. V8 keeps the whole string in memory for each of its parts, so a short
 * part of a long string needs a copy if the program keeps only the part.
 */
export function copyText(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
