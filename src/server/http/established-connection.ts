import type { IncomingMessage, ServerResponse } from "node:http";
import { goIdleMs, requestTimeoutMs, silenceTimeoutMs, smallBodyBytes, smallBodyTimeoutMs, unreadTimeoutMs } from "../limits.ts";
import { announcedBytes } from "./read-body.ts";

/**
 * The state of a connection after its handshake. All times are sums of checks, so that a paused
 * process closes no connection whose bytes it has not read yet.
 */
export class EstablishedConnection {
  /** The number of requests in flight. */
  requests = 0;
  /** Time at which its responses were first found waiting, or infinity. */
  unreadSince: number = Number.POSITIVE_INFINITY;
  /** True if the connection closes after the responses to its requests in flight. */
  isClosing = false;
  /**
   * The request that arrived last, until its response is closed. Only the body of this request can
   * be incomplete.
   */
  #last: IncomingMessage | undefined;
  #lastResponse: ServerResponse | undefined;
  #hasSentWholeRequest = false;
  #silentMs = 0;
  #receivingMs = 0;
  #unreadMs = 0;

  begin(request: IncomingMessage, response: ServerResponse): void {
    this.#last = request;
    this.#lastResponse = response;
    if (this.isClosing) response.shouldKeepAlive = false;
    this.#silentMs = 0;
    this.#receivingMs = 0;
    this.requests++;
  }

  /** Returns false if the request no longer counts. */
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

  /** Makes the last response close the connection, so that the client sends nothing more. */
  closeAfterResponses(): void {
    this.isClosing = true;
    if (this.#lastResponse?.headersSent === false) this.#lastResponse.shouldKeepAlive = false;
  }

  /** Returns the number of requests that no longer count. */
  forget(): number {
    const { requests } = this;
    this.requests = 0;
    return requests;
  }

  /** Returns the number of requests whose body has arrived and whose response is not sent yet. */
  unanswered(): number {
    // The responses to earlier requests are sent before the last one.
    if (this.#lastResponse === undefined || this.#lastResponse.writableEnded) return 0;
    return this.#isReceiving() ? this.requests - 1 : this.requests;
  }

  /**
   * Reports whether no whole request has arrived yet. If the server closes such a connection, no
   * client loses a response.
   */
  mayGiveWay(): boolean {
    return !this.#hasSentWholeRequest && this.#last?.complete !== true;
  }

  /** True if Go would have closed the connection already. */
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

  /** Adds the time since the last check. */
  age(ms: number): void {
    this.#silentMs += ms;
    this.#receivingMs += ms;
    this.#unreadMs = this.unreadSince === Number.POSITIVE_INFINITY ? 0 : this.#unreadMs + ms;
  }

  #isReceiving(): boolean {
    return this.#last !== undefined && !this.#last.complete;
  }

  /** Takes note of the number of bytes that the client has not read. */
  noteUnread(bytes: number, now: number): void {
    if (bytes === 0) this.unreadSince = Number.POSITIVE_INFINITY;
    else if (this.unreadSince > now) this.unreadSince = now;
  }
}
