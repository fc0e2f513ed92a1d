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
