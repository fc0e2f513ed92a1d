export interface Bytes {
  /** Adds the bytes of a part from an index to another index. */
  readonly add: (part: Uint8Array, from: number, to: number) => void;
  readonly write: (text: string) => void;
  /** Makes the content incomplete, so that nothing more is added. */
  readonly fill: () => void;
  /** Reports whether more bytes came than fit. The content is then not complete. */
  readonly isFull: () => boolean;
  readonly content: () => Buffer;
}

/** The system provides the memory of the buffer only when the server writes to it. */
export function createBytes(maxBytes: number): Bytes {
  let content: Buffer | undefined;
  let size = 0;
  let full = false;
  const add = (part: Uint8Array, from: number, to: number) => {
    full ||= to - from > maxBytes - size;
    if (full) return;
    content ??= Buffer.allocUnsafeSlow(maxBytes);
    content.set(part.subarray(from, to), size);
    size += to - from;
  };
  return {
    add,
    write: (text) => {
      const bytes = Buffer.from(text);
      add(bytes, 0, bytes.length);
    },
    fill: () => {
      full = true;
    },
    isFull: () => full,
    content: () => content?.subarray(0, size) ?? Buffer.alloc(0),
  };
}
