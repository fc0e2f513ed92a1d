import type { Answer, Request } from "./api-server.ts";

/**
 * The requests of a client in one iteration. The generator yields a request and receives the
 * response. Any amount of time can pass at each `yield`.
 */
export type Turn = Generator<Request, void, Answer>;

/** A process. A restart creates a new Client, so the state of the old process is lost. */
export interface Client {
  /** Runs one iteration of the loop of the process. */
  readonly tick: () => Turn;
  /** Runs the last actions of the process before its end. */
  readonly stop: () => Turn;
}

/** The clocks of a client. Both return milliseconds. */
export interface Clock {
  /**
   * Returns the time on the wall clock, which can differ from the real time by up to the clock-skew
   * allowance.
   */
  readonly wall: () => number;
  /** Returns the time on a clock that measures durations and never goes back. */
  readonly monotonic: () => number;
}

/** Yields no requests. */
export function* nothing(): Turn {}
