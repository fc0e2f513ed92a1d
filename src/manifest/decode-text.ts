/**
 * 64 MiB: the bytes and a text of two bytes a character take 192 MiB, while the whole process may
 * use 300 MB. The reader takes one document at a time from the text.
 */
export const maxInputBytes: number = 64 * 2 ** 20;

const utf8 = new TextDecoder();

/**
 * Decodes a file as kubectl does: UTF-16 if it begins with that byte order mark, else UTF-8 with or
 * without one. Invalid bytes become U+FFFD.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return utf8.decode(bytes);
}
