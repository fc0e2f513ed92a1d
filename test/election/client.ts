import type { Answer, Request } from "./api-server.ts";

/**
 * A client's part of an exchange. It yields a request and gets the response. Any amount of time can
 * pass at each `yield`.
 */
export type Turn = Generator<Request, void, Answer>;

/** One process. It loses its state when it restarts. */
export interface Client {
  /** Runs one iteration of its loop. */
  readonly tick: () => Turn;
  /** Does what the process does when it is stopped. */
  readonly stop: () => Turn;
}

/** The clocks of a client, both in milliseconds. */
export interface Clock {
  /** Returns the wall clock, which can differ from the real time by up to the allowance. */
  readonly wall: () => number;
  /** Returns the clock that measures durations. This clock never goes back. */
  readonly monotonic: () => number;
}

/** Does nothing. */
export function* nothing(): Turn {}
