import type { UnreadResource } from "../../core/api/requests.ts";
import type { Result } from "../../core/field/result.ts";
import type { WriteLatency } from "../../listing/write-latency.ts";
import { groupBy } from "../../report/group-by.ts";
import { type Durations, type Tolerance, toleranceOf } from "../../workload/tolerance.ts";
import type { ClientSettings, Election, Pause } from "../election.ts";

/**
 * Returns the settings with the smallest renew deadline that survive an outage, with the same retry
 * period and the same tolerance of clocks. Settings that survive it already stay.
 */
export function smallestTiming(timing: Durations, outageMs: number): Durations {
  const { leaseMs, renewMs, retryMs } = timing;
  if (toleranceOf(timing).outageMs >= outageMs) return timing;
  const needed = (Math.ceil(outageMs / retryMs) + 1) * retryMs;
  return { leaseMs: leaseMs - renewMs + needed, renewMs: needed, retryMs };
}

/** The Lease of an election, with its times. */
interface TimedElection {
  readonly namespace: string;
  readonly name: string;
  readonly election: Pick<Election, "termMs" | "pause" | "settings">;
}

/** Elections with equal settings. */
export interface AdvisedTiming {
  readonly timing: Durations;
  readonly tolerance: Tolerance;
  readonly elections: number;
}

/** An election whose holder did not renew for longer than the settings certainly tolerate. */
export interface AdvisedPause {
  readonly listed: TimedElection;
  readonly timing: Durations;
  readonly pause: Pause;
  /** The settings that survive the shortest and the longest outage that can explain the pause. */
  readonly smallest: readonly [from: Durations, to: Durations];
}

export interface Advice {
  readonly timings: readonly AdvisedTiming[];
  readonly pauses: readonly AdvisedPause[];
  /** The number of elections whose term is not longer than the renew deadline. */
  readonly others: number;
  readonly latency: Result<WriteLatency, UnreadResource> | undefined;
}

/** The settings that no Lease contains. */
export type FlagTiming = Pick<Durations, "renewMs" | "retryMs">;

export function adviceOf(elections: readonly TimedElection[], flags: FlagTiming, latency: Advice["latency"]): Advice {
  const timed = elections.flatMap((listed) => {
    const { termMs: leaseMs = 0, settings } = listed.election;
    const timing = { leaseMs, ...clientTiming(settings, flags) };
    return leaseMs > timing.renewMs ? [{ listed, timing }] : [];
  });
  const equal = groupBy(timed, ({ timing: { leaseMs, renewMs, retryMs } }) => [leaseMs, renewMs, retryMs].join("/"));
  const timings = [...equal.values()]
    .flatMap(([first, ...others]) => (first ? [{ timing: first.timing, elections: others.length + 1 }] : []))
    .toSorted((a, b) => compareTimings(a.timing, b.timing))
    .map((each) => ({ ...each, tolerance: toleranceOf(each.timing) }));
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

/** Returns the settings of the program table or, for other programs, of the flags. */
function clientTiming(settings: ClientSettings | undefined, flags: FlagTiming): FlagTiming {
  const renewMs = settings?.renewMs;
  return settings === undefined || renewMs === undefined ? flags : { renewMs, retryMs: settings.retryMs };
}

function compareTimings(a: Durations, b: Durations): number {
  return a.leaseMs - b.leaseMs || a.renewMs - b.renewMs || a.retryMs - b.retryMs;
}

/**
 * Returns the shortest and the longest outage that can explain a pause. Between two renewals, the
 * outage can be up to two retry periods shorter than the pause. Before a takeover, it was longer
 * than the holder certainly tolerates.
 */
function outagesOf({ atLeastMs, atMostMs, endsWithTakeover }: Pause, timing: Durations): readonly number[] {
  const shortest = endsWithTakeover ? toleranceOf(timing).outageMs + 1 : Math.max(0, atLeastMs - 2 * timing.retryMs);
  return [Math.min(shortest, atMostMs), atMostMs];
}
