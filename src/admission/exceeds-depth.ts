const quote = 0x22;
const backslash = 0x5c;

/**
 * True when JSON text opens more than `limit` brackets inside one another. Bytes are looked at only where that can
 * be: a shorter body is not. JSON.parse reads a nesting bomb of 7 MiB in a second, this refuses it at once.
 */
export function exceedsDepth(text: Uint8Array, limit: number): boolean {
  if (text.length <= limit) return false;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const byte = text[i];
    if (byte === quote) i = endOfString(text, i + 1);
    // [ 0x5b and { 0x7b open, ] 0x5d and } 0x7d close.
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > limit) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return false;
}

/** The index of the quote that ends a string, or of the text's end. */
function endOfString(text: Uint8Array, start: number): number {
  let i = start;
  while (i < text.length && text[i] !== quote) i += text[i] === backslash ? 2 : 1;
  return i;
}
