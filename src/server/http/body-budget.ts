interface Reservation {
  readonly bytes: number;
  readonly granted: () => void;
}

/** Bounds the bytes of large bodies that are in memory at once; who asks first gets first. */
export class BodyBudget {
  #free: number;
  readonly #maxWaiting: number;
  readonly #waiting: Set<Reservation> = new Set();

  constructor(bytes: number, maxWaiting: number) {
    this.#free = bytes;
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Calls `granted` when there is room for so many bytes, at once if there is now. What it returns gives the room back, or stops
   * waiting for it; undefined when too many wait already.
   */
  reserve(bytes: number, granted: () => void): (() => void) | undefined {
    if (this.#waiting.size >= this.#maxWaiting) return undefined;
    const reservation = { bytes, granted };
    this.#waiting.add(reservation);
    this.#grant();
    let released = false;
    return () => {
      if (released) return;
      released = true;
      if (!this.#waiting.delete(reservation)) this.#free += bytes;
      this.#grant();
    };
  }

  #grant(): void {
    for (const reservation of this.#waiting) {
      if (reservation.bytes > this.#free) return;
      this.#waiting.delete(reservation);
      this.#free -= reservation.bytes;
      reservation.granted();
    }
  }
}
