/**
 * Maximum number of small parts of a body, in addition to one part for each `bytesPerPart`. A part
 * is the content of one TLS record.
 */
export const maxSmallParts = 64;

/**
 * Bytes of a body that allow one more part. A Go client begins a connection with records of about
 * 1,200 bytes, so its bodies have a fifth of the parts.
 */
export const bytesPerPart = 256;

/** Adds a part of a body. Returns false if the body has too many parts. */
export type AddPart = (bytes: number) => boolean;

/**
 * Limits the parts of a body: any range of the body has at most `maxSmallParts` parts, and one more
 * for each `bytesPerPart`. Each part costs about 10 us, even if it has only one byte. The limit
 * applies to each range, because large parts before small parts do not make the small parts
 * cheaper.
 */
export function createPartLimit(): AddPart {
  let left = maxSmallParts;
  return (bytes) => {
    left = Math.min(maxSmallParts, left - 1 + bytes / bytesPerPart);
    return left >= 0;
  };
}
