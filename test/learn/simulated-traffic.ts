import fc from "fast-check";
import { type ObservedWrite, observe } from "../../src/learn/observed-write.ts";
import { createApiServer, type Write } from "../election/api-server.ts";
import type { Participant } from "../election/elections.ts";
import { runSchedule, schedules } from "../election/schedule.ts";
import { laterBy } from "../harness/later-by.ts";
import { rowOf } from "../harness/reviews.ts";

/** A program of a simulated cluster. */
export interface Program {
  readonly participants: readonly Participant[];
  /** Replaces the namespace `team-a` of the program, so that each program has its own Lease. */
  readonly namespace?: string;
}

/** Returns the writes of programs, each from schedules of its own, in the order of their times. */
export function trafficOf(programs: readonly Program[], seed: number, runs = 4): readonly ObservedWrite[] {
  const writes = programs.flatMap((program, index) => writesOf(program, seed + index, runs));
  return writes.toSorted((a, b) => a.time.getTime() - b.time.getTime());
}

/** The time between two schedules of a program, which all begin at the same time. */
const betweenRunsMs = 24 * 3_600_000;

function writesOf({ participants, namespace = "team-a" }: Program, seed: number, runs: number): readonly ObservedWrite[] {
  return fc.sample(schedules(), { seed, numRuns: runs }).flatMap((schedule, run) => {
    const observed: ObservedWrite[] = [];
    const server = createApiServer((write) => {
      observed.push(observedWrite(moved(write, "team-a", namespace), run * betweenRunsMs));
      return true;
    });
    runSchedule(participants, schedule, server);
    return observed;
  });
}

/** Returns a write as a recording shows it, `laterMs` after its time in the simulation. */
export function observedWrite({ kind, change, user, now }: Write, laterMs = 0): ObservedWrite {
  const served = rowOf(kind === "Lease" ? "v1" : "v1beta1", kind);
  return observe({
    served,
    change: laterBy(change, laterMs),
    context: { now: new Date(now + laterMs), user, dryRun: false },
  });
}

function moved(write: Write, from: string, to: string): Write {
  return from === to ? write : (JSON.parse(JSON.stringify(write).replaceAll(from, to)) as Write);
}
