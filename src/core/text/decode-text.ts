const utf8 = new TextDecoder();

/**
 * Decodes a file as kubectl does. A file that begins with the byte order mark of UTF-16 is UTF-16.
 * Every other file is UTF-8, with or without a byte order mark. Invalid bytes become U+FFFD.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return utf8.decode(bytes);
}
