/**
 * 64 MiB: as bytes and as a text of two bytes a character they take 192 MiB of the 300 MB that the whole process may; what is
 * in a text is read a document at a time.
 */
export const maxInputBytes: number = 64 * 2 ** 20;

const utf8 = new TextDecoder();

/**
 * The text of a file as kubectl decodes it: UTF-16 where a byte order mark says so, else UTF-8 with or without one. What is
 * neither becomes U+FFFD.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return utf8.decode(bytes);
}
