import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import {
  expensiveMemoryMs,
  goIdleMs,
  requestTimeoutMs,
  silenceTimeoutMs,
  smallBodyBytes,
  smallBodyTimeoutMs,
  unreadTimeoutMs,
} from "../limits.ts";
import { announcedBytes } from "./read-body.ts";

/**
 * The state of a connection after its handshake. Durations are sums of check intervals, not
 * differences of times. With differences, a connection would seem silent after a pause of the
 * process.
 */
export class EstablishedConnection {
  requests = 0;
  /**
   * Time at which a check first found unread responses, in milliseconds of `performance.now()`.
   * Infinity if the last check found no unread responses, or if a response was closed after this
   * check.
   */
  unreadSince: number = Number.POSITIVE_INFINITY;
  /** True if the server closes the connection after the responses to its requests in flight. */
  isClosing = false;
  /**
   * The latest request, unless its body is complete and its response is closed. No other request of
   * the connection can have an incomplete body.
   */
  #last: IncomingMessage | undefined;
  #lastResponse: ServerResponse | undefined;
  #hasSentWholeRequest = false;
  #hasRefused = false;
  #silentMs = 0;
  #receivingMs = 0;
  #unreadMs = 0;
  #sinceExpensiveMs = Number.POSITIVE_INFINITY;

  begin(request: IncomingMessage, response: ServerResponse): void {
    this.#last = request;
    this.#lastResponse = response;
    if (this.isClosing) response.shouldKeepAlive = false;
    this.#silentMs = 0;
    this.#receivingMs = 0;
    this.requests++;
  }

  /** Records that the server rejects a request. Returns false if it has rejected an earlier one. */
  refuse(): boolean {
    if (this.#hasRefused) return false;
    this.#hasRefused = true;
    return true;
  }

  /**
   * Records that the response to a request is closed. Returns false if the request is no longer
   * counted.
   */
  end(request: IncomingMessage): boolean {
    if (this.requests === 0) return false;
    this.requests--;
    this.#silentMs = 0;
    this.unreadSince = Number.POSITIVE_INFINITY;
    if (request.complete) {
      this.#hasSentWholeRequest = true;
      if (this.#last === request) this.#last = undefined;
    }
    if (this.requests === 0) this.#lastResponse = undefined;
    return true;
  }

  /**
   * Makes the last response in flight close the connection, unless its header has already been
   * sent. Also makes each later response close the connection. If no response follows, the caller
   * must close the connection.
   */
  closeAfterResponses(): void {
    this.isClosing = true;
    if (this.#lastResponse?.headersSent === false) this.#lastResponse.shouldKeepAlive = false;
  }

  /** Removes all requests of the connection from the count, and returns their number. */
  forget(): number {
    const { requests } = this;
    this.requests = 0;
    return requests;
  }

  /**
   * Returns the number of requests whose body has arrived, but whose response has not been sent.
   */
  unanswered(): number {
    // Responses are sent in order. If the last response has been sent, all responses have been
    // sent.
    if (this.#lastResponse === undefined || this.#lastResponse.writableEnded) return 0;
    return this.#isReceiving() ? this.requests - 1 : this.requests;
  }

  /**
   * Reports whether no whole request has arrived on the connection yet. The server can close such a
   * connection without losing a response.
   */
  mayGiveWay(): boolean {
    return !this.#hasSentWholeRequest && this.requests <= (this.#isReceiving() ? 1 : 0);
  }

  /**
   * Reports whether a Go client would already have closed the connection, because the connection
   * has been idle for 95 s.
   */
  isForgotten(): boolean {
    return this.requests === 0 && this.#silentMs >= goIdleMs;
  }

  isSilent(): boolean {
    return this.#silentMs > silenceTimeoutMs;
  }

  isSlow(): boolean {
    if (this.#last === undefined || !this.#isReceiving()) return false;
    return this.#receivingMs > (announcedBytes(this.#last) <= smallBodyBytes ? smallBodyTimeoutMs : requestTimeoutMs);
  }

  isUnread(): boolean {
    return this.#unreadMs > unreadTimeoutMs;
  }

  /** Adds the time since the last check, in milliseconds, to the durations. */
  age(ms: number): void {
    this.#silentMs += ms;
    this.#receivingMs += ms;
    this.#sinceExpensiveMs += ms;
    this.#unreadMs = this.unreadSince === Number.POSITIVE_INFINITY ? 0 : this.#unreadMs + ms;
  }

  noteExpensive(): void {
    this.#sinceExpensiveMs = 0;
  }

  expectsExpensive(): boolean {
    return this.#sinceExpensiveMs < expensiveMemoryMs;
  }

  #isReceiving(): boolean {
    return this.#last !== undefined && !this.#last.complete;
  }

  /** Updates `unreadSince`. `bytes` is the number of unread bytes at the time `now`. */
  noteUnread(bytes: number, now: number): void {
    if (bytes === 0) this.unreadSince = Number.POSITIVE_INFINITY;
    else if (this.unreadSince > now) this.unreadSince = now;
  }
}

/** Returns the oldest connection for which `has` returns true, or undefined if there is none. */
export function oldestConnection(
  connections: ReadonlyMap<Socket, EstablishedConnection>,
  has: (connection: EstablishedConnection) => boolean,
): Socket | undefined {
  for (const [socket, connection] of connections) if (has(connection)) return socket;
  return undefined;
}
