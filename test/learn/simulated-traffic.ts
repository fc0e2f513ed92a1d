import fc from "fast-check";
import { type ObservedWrite, observe } from "../../src/recording/observed-write.ts";
import { createApiServer, type Write } from "../election/api-server.ts";
import type { Participant } from "../election/elections.ts";
import { runSchedule, type Schedule, schedules } from "../election/schedule.ts";
import { laterBy } from "../harness/later-by.ts";
import { rowOf } from "../harness/reviews.ts";

/** A program of a simulated cluster. */
export interface Program {
  readonly participants: readonly Participant[];
  /** Replaces the namespace `team-a` of the program, so that each program has its own Lease. */
  readonly namespace?: string;
  /** The first steps of the program, before the random steps. */
  readonly opening?: Schedule["steps"];
}

/** The random part of the traffic. */
export interface TrafficSettings {
  readonly seed: number;
  /** The number of schedules that each program runs, one after another. */
  readonly runs: number;
}

/** Returns the writes of programs in the order of their times. */
export function trafficOf(programs: readonly Program[], { seed, runs }: TrafficSettings): readonly ObservedWrite[] {
  const writes = programs.flatMap((program, index) => writesOf(program, { seed: seed + index, runs }));
  return writes.toSorted((a, b) => a.time.getTime() - b.time.getTime());
}

function writesOf(
  { participants, namespace = "team-a", opening = [] }: Program,
  settings: TrafficSettings,
): readonly ObservedWrite[] {
  const observed: ObservedWrite[] = [];
  const server = createApiServer((write) => {
    observed.push(observedWrite(moved(write, "team-a", namespace)));
    return true;
  });
  const schedule = longSchedule(settings);
  runSchedule(participants, { ...schedule, steps: [...opening, ...schedule.steps] }, server);
  return observed;
}

/**
 * Returns one schedule with the steps of several schedules. As in a real program, all steps have
 * the same pace.
 */
function longSchedule({ seed, runs }: TrafficSettings): Schedule {
  const [first, ...others] = fc.sample(schedules(), { seed, numRuns: runs });
  if (first === undefined) throw new Error("must have at least one run");
  const pace = { leaseDuration: 15, renewDeadline: 10, retryPeriod: 2 };
  return { ...first, pace, steps: [first, ...others].flatMap(({ steps }) => steps) };
}

/** Returns a write as a recording shows it, `laterMs` after its time. */
function observedWrite({ kind, change, user, now }: Write, laterMs = 0): ObservedWrite {
  const served = rowOf(kind === "Lease" ? "v1" : "v1beta1", kind);
  const context = { now: new Date(now + laterMs), user, dryRun: false };
  return observe({ served, change: laterBy(change, laterMs), context });
}

function moved(write: Write, from: string, to: string): Write {
  return from === to ? write : (JSON.parse(JSON.stringify(write).replaceAll(from, to)) as Write);
}
