interface Reservation {
  readonly bytes: number;
  readonly granted: () => void;
}

/** Limits the memory for large bodies. Requests get memory in the order in which they arrive. */
export class BodyBudget {
  #free: number;
  readonly #maxWaiting: number;
  readonly #waiting: Set<Reservation> = new Set();

  constructor(bytes: number, maxWaiting: number) {
    this.#free = bytes;
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Calls `granted` when `bytes` of memory are free, possibly before `reserve` returns. Returns a
   * function that frees the memory, or that cancels the reservation if it still waits. Returns
   * undefined if too many reservations wait.
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
