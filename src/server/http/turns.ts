import type { Socket } from "node:net";
import { MessageChannel } from "node:worker_threads";

interface Task {
  readonly socket: Socket;
  readonly run: () => void;
}

/**
 * Runs expensive tasks in the order of their arrival, each in its own turn of the event loop.
 * Between two tasks, Node.js reads from all connections. A cheap request therefore waits for at
 * most one of these tasks.
 */
export class Turns {
  readonly #maxWaiting: number;
  readonly #waiting: Set<Task> = new Set();
  /**
   * Starts a task in the phase of the event loop in which Node.js reads from connections. After a
   * write in the phase of `setImmediate`, Node.js 20 can read the next request before it notes that
   * the response has been sent. Node.js then rejects a request that arrives in several parts.
   */
  readonly #channel: MessageChannel = new MessageChannel();

  /** `maxWaiting` is the maximum number of tasks that wait. */
  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
    this.#channel.port1.on("message", () => this.#next()).unref();
  }

  /**
   * Calls `run` when the turn of the task comes, unless the socket is destroyed by then. Returns
   * false if too many tasks wait.
   */
  add(socket: Socket, run: () => void): boolean {
    if (this.#waiting.size >= this.#maxWaiting) return false;
    this.#waiting.add({ socket, run });
    if (this.#waiting.size === 1) this.#schedule();
    return true;
  }

  #schedule(): void {
    setImmediate(() => this.#channel.port2.postMessage(undefined));
  }

  #next(): void {
    const [first] = this.#waiting;
    if (first === undefined) return;
    this.#waiting.delete(first);
    if (this.#waiting.size > 0) this.#schedule();
    if (!first.socket.destroyed) first.run();
  }
}
