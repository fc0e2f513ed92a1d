import { newline } from "../core/text/character-codes.ts";

/**
 * A line of a stream, and its number, which starts at 1. `bytes` is undefined if the line is longer
 * than the limit.
 */
export interface Line {
  readonly number: number;
  readonly bytes: Uint8Array | undefined;
}

/**
 * Yields the lines of a stream without their line feeds. Keeps at most one line in memory, and
 * drops the bytes of a line that is longer than `maxBytes`.
 */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line, void> {
  let number = 1;
  let pieces: Uint8Array[] = [];
  let length = 0;
  const keep = (piece: Uint8Array): void => {
    length += piece.length;
    if (length > maxBytes) pieces = [];
    else if (piece.length > 0) pieces.push(piece);
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      keep(chunk.subarray(from, end));
      yield { number, bytes: length > maxBytes ? undefined : joined(pieces, length) };
      number++;
      pieces = [];
      length = 0;
      from = end + 1;
    }
    keep(chunk.subarray(from));
  }
  if (length > 0) yield { number, bytes: length > maxBytes ? undefined : joined(pieces, length) };
}

/** Returns the bytes of pieces with a total length. */
export function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  if (pieces.length === 1 && pieces[0] !== undefined) return pieces[0];
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
