import type { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { maxUnreadBytes, unreadGraceMs } from "../limits.ts";
import type { EstablishedConnection } from "./established-connection.ts";

/** Limits the memory for the responses that clients have not read. */
export class UnreadLimit {
  readonly #connections: ReadonlyMap<Socket, EstablishedConnection>;
  readonly #close: (socket: Socket) => void;
  #waits = false;

  constructor(connections: ReadonlyMap<Socket, EstablishedConnection>, close: (socket: Socket) => void) {
    this.#connections = connections;
    this.#close = close;
  }

  /**
   * If more than `maxUnreadBytes` of responses are unread, waits for `unreadGraceMs` and then
   * closes connections until the limit is met. Closes only connections that had unread responses
   * during the whole wait. Starts with the connection whose responses have been unread the longest.
   */
  check(): void {
    if (this.#note() <= maxUnreadBytes || this.#waits) return;
    this.#waits = true;
    const noted = performance.now();
    // Between a timer and `setImmediate`, Node.js sends further bytes to the clients that have read
    // their responses.
    setTimeout(() => setImmediate(() => this.#closeUnread(noted)), unreadGraceMs).unref();
  }

  #closeUnread(noted: number): void {
    this.#waits = false;
    let unread = this.#note();
    const late = [...this.#connections].filter(([, { unreadSince }]) => unreadSince <= noted);
    late.sort(([, one], [, other]) => one.unreadSince - other.unreadSince);
    for (const [socket] of late) {
      if (unread <= maxUnreadBytes) return;
      unread -= socket.writableLength;
      this.#close(socket);
    }
    this.check();
  }

  /** Records which connections have unread responses, and returns the number of unread bytes. */
  #note(): number {
    const now = performance.now();
    let unread = 0;
    for (const [socket, connection] of this.#connections) {
      connection.noteUnread(socket.writableLength, now);
      unread += socket.writableLength;
    }
    return unread;
  }
}
