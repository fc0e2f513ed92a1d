/** The settings of a leader-election client, as in client-go. All times are in milliseconds. */
export interface Durations {
  readonly leaseMs: number;
  /** A leader that has not renewed for this time stops leading. */
  readonly renewMs: number;
  /** The time between two attempts to renew, or to take over. */
  readonly retryMs: number;
}

/** What an election survives. All times are in milliseconds. */
export interface Tolerance {
  /** The longest outage of the API server after which the leader certainly still leads. */
  readonly outageMs: number;
  /** The largest difference between two clocks with which no two clients lead. */
  readonly skewMs: number;
  /** The longest time until another client leads after a crash of the leader. */
  readonly takeoverMs: number;
}

/**
 * The leader attempts to renew in each retry period until the renew deadline. An outage can begin
 * immediately before the first attempt, and must end before the last one. A slow API server answers
 * an attempt only after `latencyMs`.
 */
export function toleranceOf({ leaseMs, renewMs, retryMs }: Durations, latencyMs = 0): Tolerance {
  const attempts = Math.max(0, Math.floor((renewMs - latencyMs) / retryMs));
  return {
    outageMs: Math.max(0, attempts * retryMs - retryMs),
    skewMs: leaseMs - renewMs,
    takeoverMs: leaseMs + retryMs,
  };
}
