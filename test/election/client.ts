import type { Answer, Request } from "./api-server.ts";

/** A client's part of a conversation: it yields a request and is told the answer. Any time may pass at each `yield`. */
export type Turn = Generator<Request, void, Answer>;

/** One process. All it remembers is gone when it is started anew. */
export interface Client {
  /** Once around its loop. */
  readonly tick: () => Turn;
  /** What it does when it is told to stop. */
  readonly stop: () => Turn;
}

/** Both in milliseconds. */
export interface Clock {
  /** What it believes the date to be; off by up to the allowance. */
  readonly wall: () => number;
  /** What it measures durations with: no clock is set back here. */
  readonly monotonic: () => number;
}

/** Nothing to be done. */
export function* nothing(): Turn {}
