import { smallBodyBytes } from "../limits.ts";

const stepBytes = smallBodyBytes;

/**
 * The number of free bytes that a body keeps from later bodies for its next steps. Otherwise, the
 * later bodies would take the memory between two steps, and a body of many steps would wait at each
 * of them.
 */
const keptBytes: number = 16 * stepBytes;

/** Time between two checks of the progress of large bodies while a large body waits for memory. */
const checkIntervalMs = 100;

/**
 * Number of checks in a row at which a body may have the same memory as before. The body gives way
 * at the next check. Between two checks, Node.js reads from all connections, even if the checks are
 * late.
 */
const maxIdleChecks = 2;

/** A large body that the server is reading or validating. */
export interface LargeBody {
  readonly maxBytes: number;
  /** Ends the body because other bodies wait for its memory. Must call `release`. */
  readonly giveWay: () => void;
}

interface Use {
  bytes: number;
  isComplete: boolean;
  idleChecks: number;
}

const unused: Readonly<Use> = { bytes: 0, isComplete: false, idleChecks: 0 };

interface Wait {
  readonly bytes: number;
  readonly granted: () => void;
}

/**
 * Limits the memory for large bodies. A body gets its memory in steps while it arrives, so a body
 * that a client announces but does not send has no memory. Bodies that hold a part of their memory
 * cannot block each other. After each step, there is an order in which all bodies can get the rest
 * of their memory. While a body waits, a body that does not grow gives way.
 */
export class BodyBudget {
  #free: number;
  readonly #maxWaiting: number;
  /** The bodies in the order of their arrival. */
  readonly #uses: Map<LargeBody, Use> = new Map();
  readonly #waiting: Map<LargeBody, Wait> = new Map();
  #checks: NodeJS.Timeout | undefined;

  /** `bytes` must be at least the maximum size of each body. */
  constructor(bytes: number, maxWaiting: number) {
    this.#free = bytes;
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Calls `granted` when the body has memory for `bytes` bytes in total, possibly before `grow`
   * returns. Until then, the caller must not call `grow` again. If too many bodies wait, returns
   * `refused` and never calls `granted`.
   */
  grow(body: LargeBody, bytes: number, granted: () => void): "granted" | "waits" | "refused" {
    if (this.#take(body, bytes)) {
      granted();
      return "granted";
    }
    if (this.#waiting.size >= this.#maxWaiting) return "refused";
    if (!this.#uses.has(body)) this.#uses.set(body, { ...unused });
    this.#waiting.set(body, { bytes, granted });
    this.#checks ??= setInterval(() => this.#check(), checkIntervalMs).unref();
    return "waits";
  }

  /** Records that a body has arrived. It keeps its memory until `release`, and never gives way. */
  complete(body: LargeBody): void {
    const use = this.#uses.get(body);
    if (use !== undefined) use.isComplete = true;
    this.#grant();
  }

  /** Frees the memory of a body, and cancels its wait. A further call has no effect. */
  release(body: LargeBody): void {
    this.#free += this.#uses.get(body)?.bytes ?? 0;
    this.#uses.delete(body);
    this.#waiting.delete(body);
    this.#grant();
  }

  #take(body: LargeBody, bytes: number): boolean {
    const use = this.#uses.get(body) ?? unused;
    if (bytes <= use.bytes) return true;
    const step = Math.min(Math.ceil(bytes / stepBytes) * stepBytes, body.maxBytes) - use.bytes;
    const grown = { bytes: use.bytes + step, isComplete: false, idleChecks: 0 };
    if (use.bytes === 0 && this.#free - step < this.#keptFor(body)) return false;
    if (!this.#isSafe(this.#free - step, new Map(this.#uses).set(body, grown))) return false;
    this.#free -= step;
    this.#uses.set(body, grown);
    return true;
  }

  /**
   * Returns the number of free bytes that a body without memory must leave to the growing bodies
   * that arrived before it.
   */
  #keptFor(body: LargeBody): number {
    let bytes = 0;
    for (const [earlier, use] of this.#uses) {
      if (earlier === body) break;
      if (use.bytes > 0 && !use.isComplete && use.idleChecks === 0)
        bytes += Math.min(earlier.maxBytes - use.bytes, keptBytes);
    }
    return bytes;
  }

  /**
   * Reports whether all bodies can get the rest of their memory, one after the other. Starts with
   * the body that needs the fewest bytes. The function implements the banker's algorithm for one
   * resource.
   */
  #isSafe(free: number, uses: ReadonlyMap<LargeBody, Use>): boolean {
    const bodies = Array.from(uses, ([{ maxBytes }, { bytes, isComplete }]) => ({
      bytes,
      missing: isComplete ? 0 : maxBytes - bytes,
    }));
    let left = free;
    for (const { bytes, missing } of bodies.sort((a, b) => a.missing - b.missing)) {
      if (missing > left) return false;
      left += bytes;
    }
    return true;
  }

  #grant(): void {
    for (const body of this.#uses.keys()) {
      const wait = this.#waiting.get(body);
      if (wait === undefined || !this.#take(body, wait.bytes)) continue;
      this.#waiting.delete(body);
      wait.granted();
    }
    if (this.#waiting.size > 0) return;
    clearInterval(this.#checks);
    this.#checks = undefined;
  }

  #check(): void {
    for (const [body, use] of this.#uses) {
      if (use.isComplete || this.#waiting.has(body)) continue;
      use.idleChecks++;
      if (use.idleChecks > maxIdleChecks) body.giveWay();
    }
    this.#grant();
  }
}

/** The received part of a body that is not complete. */
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
