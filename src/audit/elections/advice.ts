import type { UnreadResource } from "../../core/api/requests.ts";
import type { Result } from "../../core/field/result.ts";
import type { WriteLatency } from "../../listing/write-latency.ts";
import type { Election, Pause } from "../election.ts";

/** The settings of a leader-election client, as in client-go. All times are in milliseconds. */
export interface Timing {
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
export function toleranceOf({ leaseMs, renewMs, retryMs }: Timing, latencyMs = 0): Tolerance {
  const attempts = Math.max(0, Math.floor((renewMs - latencyMs) / retryMs));
  return {
    outageMs: Math.max(0, attempts * retryMs - retryMs),
    skewMs: leaseMs - renewMs,
    takeoverMs: leaseMs + retryMs,
  };
}

/**
 * Returns the settings with the smallest renew deadline that survive an outage, with the same retry
 * period and the same tolerance of clocks. Settings that survive it already stay.
 */
export function smallestTiming(timing: Timing, outageMs: number): Timing {
  const { leaseMs, renewMs, retryMs } = timing;
  if (toleranceOf(timing).outageMs >= outageMs) return timing;
  const needed = (Math.ceil(outageMs / retryMs) + 1) * retryMs;
  return { leaseMs: leaseMs - renewMs + needed, renewMs: needed, retryMs };
}

/** The Lease of an election, with its times. */
interface TimedElection {
  readonly namespace: string;
  readonly name: string;
  readonly election: Pick<Election, "termMs" | "pause">;
}

/** Elections with equal settings. */
export interface AdvisedTiming {
  readonly timing: Timing;
  readonly tolerance: Tolerance;
  readonly elections: number;
}

/** An election whose holder did not renew for longer than the settings certainly tolerate. */
export interface AdvisedPause {
  readonly listed: TimedElection;
  readonly timing: Timing;
  readonly pause: Pause;
  /** The settings that survive the shortest and the longest outage that can explain the pause. */
  readonly smallest: readonly [from: Timing, to: Timing];
}

export interface Advice {
  readonly timings: readonly AdvisedTiming[];
  readonly pauses: readonly AdvisedPause[];
  /** The number of elections whose term is not longer than the renew deadline of the flags. */
  readonly others: number;
  readonly latency: Result<WriteLatency, UnreadResource> | undefined;
}

/** The settings that no Lease contains. */
export type FlagTiming = Pick<Timing, "renewMs" | "retryMs">;

export function adviceOf(elections: readonly TimedElection[], flags: FlagTiming, latency: Advice["latency"]): Advice {
  const timed = elections.flatMap((listed) => {
    const leaseMs = listed.election.termMs ?? 0;
    return leaseMs > flags.renewMs ? [{ listed, timing: { leaseMs, ...flags } }] : [];
  });
  const counts = new Map<number, number>();
  for (const { timing } of timed) counts.set(timing.leaseMs, (counts.get(timing.leaseMs) ?? 0) + 1);
  const timings = [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([leaseMs, count]) => {
      const timing = { leaseMs, ...flags };
      return { timing, tolerance: toleranceOf(timing), elections: count };
    });
  const pauses = timed.flatMap(({ listed, timing }) => {
    const { pause } = listed.election;
    const smallest = pause && outagesOf(pause, timing).map((outage) => smallestTiming(timing, outage));
    const [from, to] = smallest ?? [];
    if (pause === undefined || from === undefined || to === undefined || to === timing) return [];
    // Within two retry periods, an attempt need not have failed.
    if (pause.atLeastMs <= 2 * timing.retryMs) return [];
    return [{ listed, timing, pause, smallest: [from, to] as const }];
  });
  return { timings, pauses, others: elections.length - timed.length, latency };
}

/**
 * Returns the shortest and the longest outage that can explain a pause. Between two renewals, the
 * outage can be up to two retry periods shorter than the pause. Before a takeover, it was longer
 * than the holder certainly tolerates.
 */
function outagesOf({ atLeastMs, atMostMs, endsWithTakeover }: Pause, timing: Timing): readonly number[] {
  const shortest = endsWithTakeover ? toleranceOf(timing).outageMs + 1 : Math.max(0, atLeastMs - 2 * timing.retryMs);
  return [Math.min(shortest, atMostMs), atMostMs];
}
