import { joined } from "./split-lines.ts";

/** The first bytes of a stream, and a stream of all its bytes. */
interface Peeked {
  readonly start: Uint8Array;
  readonly all: AsyncIterable<Uint8Array>;
}

/** Reads the start of a stream until `isEnough` is true of the bytes so far, or the stream ends. */
export async function peek(
  chunks: AsyncIterable<Uint8Array>,
  isEnough: (start: Uint8Array) => boolean,
): Promise<Peeked> {
  const iterator = chunks[Symbol.asyncIterator]();
  let start: Uint8Array = new Uint8Array();
  while (!isEnough(start)) {
    const next = await iterator.next();
    if (next.done) break;
    start = start.length === 0 ? next.value : joined([start, next.value], start.length + next.value.length);
  }
  return { start, all: withStart(start, iterator) };
}

async function* withStart(start: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  if (start.length > 0) yield start;
  yield* { [Symbol.asyncIterator]: () => rest };
}
