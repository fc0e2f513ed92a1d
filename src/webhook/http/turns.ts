import type { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { MessageChannel } from "node:worker_threads";

interface Task {
  readonly socket: Socket;
  readonly run: () => void;
}

/**
 * The number of turns of the event loop without a task that follow each millisecond of tasks.
 * Node.js accepts a single connection in each turn. If each turn had a task of 8 ms, a new
 * connection would wait for 1.6 s while 200 others are opened.
 */
const turnsPerMs = 2;

/**
 * Runs expensive tasks in the order of their arrival, a few in each turn of the event loop. Between
 * two turns, Node.js reads from all connections, and accepts a new one. A cheap request therefore
 * waits for the tasks of at most one turn.
 */
export class Turns {
  readonly #maxWaiting: number;
  readonly #perTurn: number;
  readonly #waiting: Set<Task> = new Set();
  /**
   * Starts a task in the phase of the event loop in which Node.js reads from connections. After a
   * write in the phase of `setImmediate`, Node.js 20 can read the next request before it records
   * that the response has been sent. Node.js then rejects a request that arrives in several parts.
   */
  readonly #channel: MessageChannel = new MessageChannel();

  /** The number of turns without a task before the next task. */
  #pause = 0;

  /**
   * `maxWaiting` is the maximum number of tasks that wait. `perTurn` is the maximum number of tasks
   * in one turn.
   */
  constructor(maxWaiting: number, perTurn = 1) {
    this.#maxWaiting = maxWaiting;
    this.#perTurn = perTurn;
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
    if (this.#pause > 0) {
      this.#pause--;
      this.#schedule();
      return;
    }
    const tasks = [...this.#waiting].slice(0, this.#perTurn);
    for (const task of tasks) this.#waiting.delete(task);
    if (this.#waiting.size > 0) this.#schedule();
    const start = performance.now();
    for (const { socket, run } of tasks) if (!socket.destroyed) run();
    this.#pause = Math.floor((performance.now() - start) * turnsPerMs);
  }
}
