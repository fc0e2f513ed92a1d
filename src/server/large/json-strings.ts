import { backslash, quote } from "../../text/character-codes.ts";

/** The maximum number of bytes of a string that is compared with a key. */
const maxKeyBytes = 16;

export interface JsonStrings {
  /**
   * Reads the string that starts at a quote. Returns the index of the quote that ends the string,
   * or the length of the part if the string does not end in it.
   */
  readonly read: (part: Uint8Array, at: number, depth: number) => number;
  /**
   * Reads the rest of the string that the previous part has not ended. Returns the index after the
   * string, which is 0 if the previous part does not end in a string.
   */
  readonly resume: (part: Uint8Array) => number;
  /** Returns the last string at a depth of at most `maxDepth`, or "" if the string is long. */
  readonly last: () => string;
}

export function createStrings(maxDepth: number): JsonStrings {
  let isOpen = false;
  let isKept = false;
  /** Whether the last byte of the previous part escapes the first byte of the next part. */
  let isEscaped = false;
  let bytes: number[] = [];

  const readFrom = (part: Uint8Array, from: number): number => {
    let at = from;
    if (isEscaped && part.length > 0) {
      isEscaped = false;
      at++;
    }
    while (at < part.length && part[at] !== quote) at += part[at] === backslash ? 2 : 1;
    if (isKept && bytes.length <= maxKeyBytes) bytes.push(...part.subarray(from, Math.min(at, from + maxKeyBytes + 1)));
    isOpen = at >= part.length;
    isEscaped = at > part.length;
    return Math.min(at, part.length);
  };

  return {
    read: (part, at, depth) => {
      isKept = depth <= maxDepth;
      if (isKept) bytes = [];
      return readFrom(part, at + 1);
    },
    resume: (part) => {
      if (!isOpen || part.length === 0) return 0;
      return Math.min(readFrom(part, 0) + 1, part.length);
    },
    last: () => (bytes.length > maxKeyBytes ? "" : String.fromCharCode(...bytes)),
  };
}
