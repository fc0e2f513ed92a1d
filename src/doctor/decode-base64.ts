const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Decodes base64 to a string with one character for each byte, or returns undefined. */
export function decodeBase64(text: string): string | undefined {
  const compact = text.replaceAll(/\s/g, "");
  return base64.test(compact) ? atob(compact) : undefined;
}
