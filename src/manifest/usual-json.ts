import { maxDepth } from "./document.ts";

const quote = 0x22;

/** Where JSON.parse and Go's decoder may part: half characters, integers near int64's end, numbers beyond a double. */
const unusual = /\\u[dD][89a-fA-F]|\d{19}|[eE]\+?\d{3}/;

/** The value of a text that is one JSON object with nothing out of the way in it; undefined where the slow reader must look. */
export function parseUsualJson(text: string): unknown {
  if (unusual.test(text) || nestsDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function nestsDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === quote) at = endOfString(text, at);
    // [ 0x5b and { 0x7b open, ] 0x5d and } 0x7d close.
    else if (character === 0x5b || character === 0x7b) {
      if (++depth > maxDepth) return true;
    } else if (character === 0x5d || character === 0x7d) depth--;
  }
  return false;
}

/** The index of the quote that ends the string which begins at `start`, or of the text's end. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text[before - 1] === "\\") before--;
  return (at - before) % 2 === 1;
}
