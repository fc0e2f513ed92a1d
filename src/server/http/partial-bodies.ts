export interface PartialBody {
  /** Ends the body because newer bodies need its memory. */
  readonly giveWay: () => void;
}

/**
 * Limits the memory for the received parts of small bodies. Above the limit, the oldest bodies give
 * way. kube-apiserver sends a small body at once, so its bodies are normally complete before they
 * are among the oldest.
 */
export class PartialBodies {
  readonly #maxBytes: number;
  /** The memory of each body in bytes, the oldest body first. */
  readonly #bodies: Map<PartialBody, number> = new Map();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Records that a body uses `bytes` bytes in total. Other bodies, or this one, can give way. */
  set(body: PartialBody, bytes: number): void {
    this.#bytes += bytes - (this.#bodies.get(body) ?? 0);
    this.#bodies.set(body, bytes);
    for (const [oldest] of this.#bodies) {
      if (this.#bytes <= this.#maxBytes) return;
      this.delete(oldest);
      oldest.giveWay();
    }
  }

  /** Records that a body is complete or that the server no longer reads it. */
  delete(body: PartialBody): void {
    this.#bytes -= this.#bodies.get(body) ?? 0;
    this.#bodies.delete(body);
  }
}
