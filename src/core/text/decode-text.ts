import { failed, ok, type Result } from "../field/result.ts";

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

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

export function withoutByteOrderMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

/** Decodes UTF-8 bytes and removes a byte order mark. */
export function decodeUtf8(bytes: Uint8Array): Result<string, string> {
  try {
    return ok(strictUtf8.decode(bytes));
  } catch {
    return failed("must be UTF-8");
  }
}

export function encodeBase64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));
}

/**
 * Decodes base64 to a string with one character for each byte. Like Go, ignores line breaks but no
 * other whitespace. Returns undefined if the string is not base64.
 */
export function decodeBase64(text: string): string | undefined {
  const digits = text.replaceAll(/[\r\n]/g, "");
  const padding = digits.endsWith("==") ? 2 : Number(digits.endsWith("="));
  if (digits.length % 4 !== 0 || /[^A-Za-z0-9+/]/.test(digits.slice(0, digits.length - padding))) return undefined;
  return atob(digits);
}
